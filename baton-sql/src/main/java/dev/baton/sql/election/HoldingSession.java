package dev.baton.sql.election;

import dev.baton.LeaderToken;
import dev.baton.SetupRefusedException;
import dev.baton.spi.Bid;
import dev.baton.spi.Outcome;
import dev.baton.sql.database.Database;
import dev.baton.support.Threads;
import java.sql.SQLException;
import java.sql.SQLTimeoutException;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The one session that holds the locks of all roles that this process leads, and the thread that owns it. Whatever the roles
 * ask for at about the same time goes to the database together: heartbeats as one statement, attempts as one statement,
 * takeovers as one transaction. Nothing on it waits for others for long; what may have to wait is done elsewhere, and this
 * session only proves afterwards that it is still there.
 */
final class HoldingSession implements AutoCloseable {

    /** A heartbeat whose row somebody has locked is sent again after this time. */
    private static final Duration ROW_LOCKED = Duration.ofMillis(50);

    private static final Logger LOG = LoggerFactory.getLogger(HoldingSession.class);

    private final Database database;
    private final String holderId;
    private final String name;
    private final HoldingQueue queue = new HoldingQueue();
    private final HeldLocks locks;
    private final Thread thread = Threads.daemon("baton-sessions", this::run);
    private Duration call = Duration.ZERO; // of the thread alone

    /** @param changed told when the session is another one, or none */
    HoldingSession(Database database, String holderId, String name, Runnable changed) {
        this.database = database;
        this.holderId = holderId;
        this.name = name;
        this.locks = new HeldLocks(queue, changed);
    }

    void start() {
        thread.start();
    }

    /** The mark of the session that is open; below all others if none is. */
    int mark() {
        return locks.mark();
    }

    HoldingQueue queue() {
        return queue;
    }

    private void run() {
        try {
            while (true) {
                HoldingQueue.Round round = queue.next(locks.bidders(), locks.leaders(), locks.session() != null);
                if (round.isLast()) {
                    break;
                }
                serve(round);
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        } finally {
            locks.drop();
        }
    }

    private void serve(HoldingQueue.Round round) {
        try {
            if (round.emptied()) {
                locks.drop();
            } else if (locks.session() != null) {
                stayInTouch(round, locks.session());
            }
            renew(round.beats());
            round.tasks().forEach(this::run);
            tryLocks(round.waits(), round);
            take(round.takes());
        } catch (RuntimeException | Error e) {
            LOG.error("the session of all roles failed unexpectedly and is opened again", e);
            locks.drop();
            round.fail(new SQLException("the leadership session failed", e));
        }
    }

    /** Says something if it has been silent, and keeps to the shortest time-outs that any of the roles has. */
    private void stayInTouch(HoldingQueue.Round round, HoldingConnection session) {
        try {
            Duration shortest = round.shortestCall();
            if (!shortest.equals(call)) {
                session.bound(shortest);
                call = shortest;
            } else if (round.isQuiet()) {
                session.ping();
            }
        } catch (SQLException e) {
            LOG.debug("the session of all roles is gone", e);
            locks.drop();
        }
    }

    private void renew(List<HoldingQueue.Beat> beats) {
        List<HoldingQueue.Beat> due = new ArrayList<>();
        for (HoldingQueue.Beat beat : beats) {
            if (locks.has(beat.renewal().shared())) {
                due.add(beat);
            } else {
                beat.answer().completeExceptionally(HeldLocks.gone());
            }
        }
        if (due.isEmpty()) {
            return;
        }
        try {
            answer(
                    due,
                    locks.session()
                            .renew(
                                    holderId,
                                    due.stream().map(HoldingQueue.Beat::renewal).toList()));
        } catch (SQLException e) {
            locks.survives(e);
            due.forEach(beat -> beat.answer().completeExceptionally(e));
        }
    }

    private void answer(List<HoldingQueue.Beat> beats, Map<String, Instant> renewed) throws SQLException {
        List<HoldingQueue.Beat> unwritten = new ArrayList<>();
        for (HoldingQueue.Beat beat : beats) {
            Instant expiresAt = renewed.get(beat.renewal().shared().role());
            if (expiresAt == null) {
                unwritten.add(beat);
            } else {
                beat.answer().complete(new Outcome.Renewed(expiresAt));
            }
        }
        for (HoldingQueue.Beat beat : unwritten) {
            answerUnwritten(beat);
        }
    }

    /** Its term is lost, or somebody has locked the row: then the same heartbeat is sent again in time. */
    private void answerUnwritten(HoldingQueue.Beat beat) throws SQLException {
        LeaderToken token = beat.renewal().token();
        Optional<String> lost =
                beat.renewal().shared().grant().rows().whyLost(locks.session().connection(), token);
        if (lost.isPresent()) {
            beat.answer().complete(new Outcome.Lost(lost.get()));
        } else if (!queue.again(beat, ROW_LOCKED)) {
            beat.answer()
                    .completeExceptionally(new SQLTimeoutException("somebody has locked the row of role '"
                            + token.role() + "' for longer than a heartbeat may take"));
        }
    }

    private <T> void run(HoldingQueue.SessionTask<T> task) {
        try {
            if (task.shared().isPresent() && !locks.has(task.shared().get())) {
                throw HeldLocks.gone();
            }
            task.answer().complete(task.work().on(locks.session()));
        } catch (SQLException e) {
            locks.survives(e);
            task.answer().completeExceptionally(e);
        }
    }

    /** From its own thread, as a task: this role is led from now on, so that it is expected to beat. */
    void leads(SharedSessionRole shared) {
        locks.leads(shared);
    }

    /** Gives the lock back, if it is held. */
    CompletableFuture<Boolean> unlocked(SharedSessionRole shared) {
        return queue.run(session -> {
            locks.unlock(shared);
            return true;
        });
    }

    /** What is held is known before anybody is answered: an answer may fail, or end the session. */
    private void tryLocks(List<HoldingQueue.Wait> waits, HoldingQueue.Round round) {
        if (waits.isEmpty()) {
            return;
        }
        List<HoldingConnection.Attempt> attempts =
                locks.attempts(waits.stream().map(HoldingQueue.Wait::shared).toList());
        try {
            HoldingConnection session = opened(round);
            Map<SharedSessionRole, HoldingConnection.Tried> tried = tried(session, attempts);
            tried.forEach((shared, one) -> {
                if (one.granted()) {
                    locks.granted(shared, session.grant(database, shared));
                }
            });
            for (HoldingQueue.Wait wait : waits) {
                HoldingConnection.Tried one = tried.get(wait.shared());
                if (one.granted()) {
                    answerGranted(wait);
                } else if (queue.isDue(wait)) {
                    answerHeld(session, wait, one);
                }
            }
        } catch (SetupRefusedException | SQLException e) {
            waits.forEach(wait -> wait.answer().completeExceptionally(e));
        }
    }

    private HoldingConnection opened(HoldingQueue.Round round) throws SQLException {
        if (locks.session() == null) {
            call = round.shortestCall();
            locks.opened(HoldingConnection.open(database, name, call));
        }
        return locks.session();
    }

    private Map<SharedSessionRole, HoldingConnection.Tried> tried(
            HoldingConnection session, List<HoldingConnection.Attempt> attempts) throws SQLException {
        try {
            return session.tryLocks(attempts);
        } catch (SQLException e) {
            if (locks.survives(e)) {
                locks.giveBack(attempts);
            }
            throw e;
        }
    }

    private void answerGranted(HoldingQueue.Wait wait) {
        if (!locks.has(wait.shared())) {
            wait.answer().completeExceptionally(HeldLocks.gone());
        } else if (!wait.answer().complete(new Outcome.Granted())) {
            locks.unlock(wait.shared()); // whoever waited for it has gone
        }
    }

    /**
     * If nobody holds the role while its lock is taken, another role may have the same key by mistake. That is the trouble of
     * this role, and not of those that asked with it.
     */
    private void answerHeld(HoldingConnection session, HoldingQueue.Wait wait, HoldingConnection.Tried tried) {
        SharedSessionRole shared = wait.shared();
        try {
            if (tried.unheld()) {
                RoleCollision.refuse(session.ready(), session.connection(), shared.role(), shared.key());
            }
            wait.answer().complete(new Outcome.HeldBy(tried.holder()));
        } catch (SetupRefusedException e) {
            wait.answer().completeExceptionally(e);
        } catch (SQLException e) {
            locks.survives(e);
            wait.answer().completeExceptionally(e);
        }
    }

    private void take(List<HoldingQueue.Take> asked) {
        Map<SharedTakes.Take, HoldingQueue.Take> takes = new HashMap<>();
        for (HoldingQueue.Take take : asked) {
            try {
                SharedSessionRole.Grant grant = take.shared().grant();
                if (!locks.has(take.shared())) {
                    throw HeldLocks.gone();
                }
                takes.put(new SharedTakes.Take(grant, take.bid()), take);
            } catch (SQLException e) {
                take.answer().completeExceptionally(e);
            }
        }
        if (takes.isEmpty()) {
            return;
        }
        try {
            answer(takes, SharedTakes.take(locks.session(), List.copyOf(takes.keySet())));
        } catch (SQLException e) {
            boolean survives = locks.survives(e);
            takes.values().forEach(take -> answerFailed(take, survives, takes.size() > 1, e));
        }
    }

    private void answerFailed(HoldingQueue.Take take, boolean survives, boolean together, SQLException e) {
        if (!survives) {
            take.answer().completeExceptionally(e);
        } else if (together) {
            queue.alone(take);
        } else {
            take.answer().complete(Optional.empty());
        }
    }

    private void answer(
            Map<SharedTakes.Take, HoldingQueue.Take> takes, Map<SharedTakes.Take, Outcome.OfTake> outcomes) {
        takes.forEach((key, take) -> {
            Outcome.OfTake outcome = outcomes.get(key);
            if (outcome instanceof Outcome.Acquired) {
                leads(take.shared());
            }
            take.answer().complete(Optional.ofNullable(outcome));
        });
    }

    /** Goes through a first takeover without effect; a session keeps what was loaded for it. */
    CompletableFuture<Boolean> warmUp(SharedSessionRole shared) {
        return queue.run(session -> session != null
                && session.grant(database, shared).rows().practiseTakeover(session.connection(), shared.candidate())
                && SharedTakes.practise(session, database, shared));
    }

    /** The bid of whoever holds the lock; empty if it has to be made elsewhere, where it may wait. */
    CompletableFuture<Optional<Outcome.OfTake>> take(SharedSessionRole shared, Bid bid) {
        return queue.take(shared, bid);
    }

    /** Ends the session, and everything that waits for it. */
    @Override
    public void close() {
        queue.close();
        try {
            thread.join(Duration.ofSeconds(1).toMillis());
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
        locks.cut();
    }
}
