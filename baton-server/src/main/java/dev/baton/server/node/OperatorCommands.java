package dev.baton.server.node;

import dev.baton.Campaign;
import dev.baton.LeaderToken;
import dev.baton.jobs.Jobs;
import dev.baton.server.store.AuditLog;
import dev.baton.server.store.OldRows;
import dev.baton.server.store.ServerSql;
import dev.baton.sql.Baton;
import dev.baton.sql.Notifications;
import dev.baton.sql.ThrottledAnnouncement;
import dev.baton.support.Signal;
import dev.baton.support.Threads;
import java.sql.SQLException;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.UUID;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * What operators ask of a particular process, whichever node they talk to. Asked through the database, because nodes
 * know no way to each other: a row for the process that is to act, announced where the database can do that, polled for otherwise.
 */
public final class OperatorCommands implements AutoCloseable {

    private static final Logger LOG = LoggerFactory.getLogger(OperatorCommands.class);
    private static final String CHANNEL = "baton_commands";
    private static final Duration POLL = Duration.ofSeconds(2);

    /** Shorter than anybody waits for an answer: a pooler may take a LISTEN and pass nothing on. */
    private static final Duration POLL_THOUGH_ANNOUNCED = Duration.ofSeconds(4);

    private static final Duration RESULT_POLL = Duration.ofMillis(200);
    private static final Duration PRUNE = Duration.ofHours(1);
    private static final Duration BREATH = Duration.ofMillis(50);

    private final Baton baton;
    private final ServerSql sql;
    private final Duration patience;
    private final OldRowPruner pruner;
    private final ThrottledAnnouncement announcement;
    private final Signal news = new Signal();
    private volatile Notifications.Listening listening;
    private final ScheduledExecutorService thread =
            Executors.newSingleThreadScheduledExecutor(Threads.daemons("baton-operations"));

    private record Asked(String id, String action, String role, String argument, Duration age) {}

    /**
     * What a process is asked to do.
     *
     * @param holderId which process
     * @param argument the node that a transfer names; else empty
     */
    public record Question(String holderId, String action, String role, String argument) {}

    /**
     * @param drainTimeout how long leaving a role may take
     * @param logRetention how long what runs have said is kept
     */
    public OperatorCommands(Baton baton, ServerSql sql, Duration drainTimeout, Duration logRetention) {
        this.baton = baton;
        this.sql = sql;
        this.pruner = new OldRowPruner(baton, sql, logRetention, OldRows.AT_ONCE);
        this.patience = drainTimeout.plus(POLL_THOUGH_ANNOUNCED).plusSeconds(1);
        this.announcement = new ThrottledAnnouncement(baton.database(), CHANNEL, Duration.ofMillis(20));
    }

    @SuppressWarnings("unused") // they end with the executor
    public void start() {
        listening = baton.notifications().listen(CHANNEL, payload -> performSoon());
        thread.execute(this::performAndRepeat);
        var pruning = thread.schedule(this::pruneAndRepeat, PRUNE.toSeconds(), TimeUnit.SECONDS);
    }

    @SuppressWarnings("unused") // it ends with the executor
    private void performAndRepeat() {
        performWaiting();
        Duration pause = baton.notifications().areHeard() ? POLL_THOUGH_ANNOUNCED : POLL;
        if (!thread.isShutdown()) {
            var next = thread.schedule(this::performAndRepeat, pause.toMillis(), TimeUnit.MILLISECONDS);
        }
    }

    /** Something was asked or done. */
    private void performSoon() {
        news.giveSignal();
        if (!thread.isShutdown()) {
            thread.execute(this::performWaiting);
        }
    }

    /**
     * Has a process do something, and waits until it has. What it does not begin within that time it leaves alone.
     *
     * @param note written with the question, in one transaction
     * @return what went wrong; empty if it was done
     * @throws TimeoutException if it does not say that it has
     */
    public Optional<String> askProcess(Question question, AuditLog.Note note)
            throws SQLException, InterruptedException, TimeoutException {
        String id = UUID.randomUUID().toString();
        ask(id, question, note);
        announcement.announceSoon();
        if (question.holderId().equals(baton.holderId())) {
            performSoon();
        }
        long deadline = System.nanoTime() + patience.toNanos();
        while (System.nanoTime() < deadline) {
            Optional<String> result = sql.use((words, c) -> words.get("command-result")
                    .set("id", id)
                    .first(c, row -> row.getString(1) == null ? "" : row.getString(1)));
            if (result.isPresent()) {
                return result.filter(error -> !error.isEmpty());
            }
            news.await(RESULT_POLL.toNanos());
        }
        throw new TimeoutException(question.holderId() + " has not answered within " + patience.toSeconds() + " s");
    }

    private void ask(String id, Question question, AuditLog.Note note) throws SQLException {
        sql.inTransaction((words, c) -> {
            words.get("command-insert")
                    .set("id", id)
                    .set("holder", question.holderId())
                    .set("action", question.action())
                    .set("role", question.role())
                    .set("argument", question.argument())
                    .update(c);
            note.write(c);
            return id;
        });
        note.log();
    }

    private void performWaiting() {
        try {
            List<Asked> asked = sql.use((words, c) -> words.get("command-next")
                    .set("holder", baton.holderId())
                    .all(
                            c,
                            row -> new Asked(
                                    row.getString("id"),
                                    row.getString("action"),
                                    row.getString("role"),
                                    row.getString("argument"),
                                    Duration.ofMillis(row.getLong("age_ms")))));
            for (Asked one : asked) {
                String error = isStale(one) ? "it came too late: nobody waits for it any more" : perform(one);
                sql.use((words, c) -> words.get("command-done")
                        .set("id", one.id())
                        .set("error", error)
                        .update(c));
                news.giveSignal();
                announcement.announceSoon();
            }
        } catch (SQLException | RuntimeException e) {
            LOG.debug("cannot look for what operators ask", e);
        }
    }

    /** By the database's clock. A process that stood still must not do later what was since done otherwise. */
    private boolean isStale(Asked asked) {
        return asked.age().compareTo(patience) > 0;
    }

    private String perform(Asked asked) {
        Optional<Campaign> campaign = baton.campaigns().stream()
                .filter(c -> c.role().equals(asked.role()))
                .findFirst();
        if (campaign.isEmpty()) {
            return "this node does not stand for role '" + asked.role() + "'";
        }
        try {
            switch (asked.action()) {
                case "drain" -> campaign.get().drain().get(patience.toMillis(), TimeUnit.MILLISECONDS);
                case "undrain" -> campaign.get().undrain();
                case "transfer" ->
                    campaign.get().transferTo(asked.argument()).get(patience.toMillis(), TimeUnit.MILLISECONDS);
                default -> throw new IllegalArgumentException("nobody knows how to " + asked.action());
            }
            return null;
        } catch (ExecutionException e) {
            return sentence(e.getCause());
        } catch (TimeoutException e) {
            return "it has not left the role within " + patience.toSeconds() + " s";
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            return "this node is stopping";
        } catch (RuntimeException e) {
            return sentence(e);
        }
    }

    private static String sentence(Throwable error) {
        String text = error.getMessage() == null ? error.toString() : error.getMessage();
        return text.length() <= 500 ? text : text.substring(0, 500);
    }

    /** Old entries go, by the hand of whoever compacts the logs, and only while it may. Questions come in between. */
    @SuppressWarnings("unused") // it ends with the executor
    private void pruneAndRepeat() {
        boolean more = prune();
        if (!thread.isShutdown()) {
            Duration pause = more ? BREATH : PRUNE;
            var next = thread.schedule(this::pruneAndRepeat, pause.toMillis(), TimeUnit.MILLISECONDS);
        }
    }

    private boolean prune() {
        try {
            Optional<LeaderToken> token = baton.campaigns().stream()
                    .filter(c ->
                            c.role().equals(Jobs.COMPACTOR_ROLE) && c.gate().isLeader())
                    .findFirst()
                    .map(c -> c.gate().requireLeader());
            return token.isPresent() && pruner.pruneSome(token.get());
        } catch (SQLException | RuntimeException e) {
            LOG.debug("cannot prune now", e);
            return false;
        }
    }

    @Override
    public void close() {
        if (listening != null) {
            listening.close();
        }
        thread.shutdownNow();
        announcement.close();
    }
}
