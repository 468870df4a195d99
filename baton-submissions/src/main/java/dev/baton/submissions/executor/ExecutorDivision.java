package dev.baton.submissions.executor;

import dev.baton.FenceDemand;
import dev.baton.NotLeaderException;
import dev.baton.Term;
import dev.baton.sql.jdbc.Connections;
import dev.baton.submissions.executor.limits.GatewayGuards;
import dev.baton.submissions.executor.term.ExecutorParts;
import dev.baton.submissions.executor.term.TermContext;
import dev.baton.submissions.store.ExecutorTerms;
import dev.baton.submissions.store.ExecutorTerms.Entered;
import dev.baton.submissions.store.ExecutorTerms.Said;
import dev.baton.submissions.store.ExecutorTerms.SaidAndPauses;
import java.sql.SQLException;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Whether the executor is divided now. The leader of its role decides, as its own node is configured: either it makes all
 * attempts, or terms of shards do. So nodes of both kinds may run beside each other, as they do while a cluster is divided node by
 * node. What is begun by one kind has ended, or is fenced off, before the other begins. Thread-safe.
 */
final class ExecutorDivision {

    private static final Logger LOG = LoggerFactory.getLogger(ExecutorDivision.class);
    private static final Duration LOOK = Duration.ofMillis(250);
    private static final Duration LOOK_AFTER = Duration.ofSeconds(5);

    private final ExecutorParts parts;
    private final ExecutorTerms terms;

    /** One look for all shards of this node. */
    private final SharedReading<Optional<Said>> seen;

    private final GatewayPauses pauses;

    /**
     * @param guards what stands before gateways for all shards of this node
     */
    ExecutorDivision(ExecutorParts parts, GatewayGuards guards) {
        this.parts = parts;
        this.terms = new ExecutorTerms(parts.sql());
        this.seen = new SharedReading<>(Optional.empty(), parts.time(), LOOK);
        this.pauses = new GatewayPauses(parts, terms, guards);
    }

    /** Unseen is as good as unsaid: a term waits to be let in, and one that was goes on. The database has the last word. */
    private Optional<Said> look(String executor) throws SQLException {
        return seen.get(() -> {
            pauses.tell(executor);
            SaidAndPauses read = readSaidAndPauses(executor);
            pauses.applyPauses(read.pauses());
            return read.said();
        });
    }

    /** Without pauses, if they alone cannot be read: they are a courtesy, and nobody's attempts wait for it. */
    private SaidAndPauses readSaidAndPauses(String executor) throws SQLException {
        try {
            return parts.sql().use(c -> terms.readSaidAndPauses(c, executor));
        } catch (SQLException e) {
            if (Connections.isOutOfReach(e)) {
                throw e;
            }
            Optional<Said> said = parts.sql().use(c -> terms.said(c, executor));
            pauses.cannotBeRead(e);
            return new SaidAndPauses(said, List.of());
        }
    }

    /**
     * Before the first attempt of a term that makes all of them: terms of shards are told to end, and waited for.
     *
     * @return false if this term is over before they are
     */
    boolean takeAll(TermContext context) throws SQLException, InterruptedException {
        boolean waits = false;
        EndedShardTerms ends = new EndedShardTerms();
        do {
            try {
                List<Entered> others = others(context, ends);
                if (others.isEmpty()) {
                    return true;
                }
                if (!waits) {
                    LOG.info("the executor was in shards: {} of them have to end first", others.size());
                    waits = true;
                }
            } catch (NotLeaderException e) {
                if (!TermContext.isPassing(e)) {
                    return false;
                }
            }
        } while (!context.term().awaitOver(LOOK));
        return false;
    }

    /** Terms of shards that may still act. */
    private List<Entered> others(TermContext context, EndedShardTerms ends) throws SQLException {
        String executor = context.token().role();
        Optional<Said> said = parts.sql().use(c -> terms.said(c, executor));
        if (said.isEmpty() && entered(executor).isEmpty()) {
            return List.of(); // it was never divided
        }
        if (said.filter(one -> !one.inShards()).isEmpty()) {
            context.fenced(FenceDemand.UNEXPIRED, c -> {
                terms.say(c, context.token(), false);
                return true;
            });
        }
        List<Entered> entered = entered(executor);
        List<Entered> ended = ends.ended(entered, context.now());
        for (Entered one : ended) {
            context.fenced(FenceDemand.UNEXPIRED, c -> {
                terms.shutOut(c, one.term());
                return true;
            });
        }
        return entered.stream().filter(one -> !ended.contains(one)).toList();
    }

    private List<Entered> entered(String executor) throws SQLException {
        return parts.sql().use(c -> terms.entered(c, executor));
    }

    /** Leaves attempts to shards until the term of the role is over; also if somebody deletes what was said. */
    void leaveToShards(TermContext context) throws SQLException, InterruptedException {
        boolean said = false;
        do {
            try {
                sayInShards(context);
                said = true;
            } catch (NotLeaderException e) {
                if (!TermContext.isPassing(e)) {
                    return;
                }
            }
        } while (!context.term().awaitOver(said ? LOOK_AFTER : LOOK));
    }

    private void sayInShards(TermContext context) throws SQLException {
        Optional<Said> said = parts.sql().use(c -> terms.said(c, context.token().role()));
        if (said.filter(one -> one.inShards() && one.epoch() == context.token().epoch())
                .isEmpty()) {
            context.fenced(FenceDemand.UNEXPIRED, c -> {
                terms.say(c, context.token(), true);
                return true;
            });
        }
    }

    /**
     * Waits until a term of a shard is let in.
     *
     * @param executor the executor's role
     * @return false if the term is over before that
     */
    boolean enter(TermContext shard, Term term, String executor) throws InterruptedException {
        boolean waits = false;
        do {
            try {
                if (look(executor)
                                .filter(said -> said.inShards() && said.isLast())
                                .isPresent()
                        && shard.fenced(FenceDemand.UNEXPIRED, c -> terms.enter(c, executor, shard.token()))) {
                    return true;
                }
                if (!waits) {
                    LOG.debug("{} waits: the leader of {} does not leave attempts to shards", shard.token(), executor);
                    waits = true;
                }
            } catch (NotLeaderException e) {
                if (!TermContext.isPassing(e)) {
                    return false;
                }
            } catch (SQLException
                    | RuntimeException
                            e) { // another one was faster, or the database is away: then the term ends by itself
                LOG.debug("{} cannot begin yet", shard.token(), e);
            }
        } while (!term.awaitOver(LOOK));
        return false;
    }

    /** A term of a shard, which is also over when the executor is no longer divided. */
    Term inShards(Term term, String executor) {
        return new DividedExecutorTerm(term, LOOK, () -> {
            try {
                return look(executor).filter(said -> !said.inShards()).isEmpty();
            } catch (SQLException | RuntimeException e) { // what it begins is refused by the database, if it has to be
                return true;
            }
        });
    }
}
