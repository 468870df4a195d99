package dev.baton.server.node;

import dev.baton.Campaign;
import dev.baton.LeaderToken;
import dev.baton.server.store.ServerSql;
import dev.baton.sql.Baton;
import dev.baton.sql.Hint;
import java.sql.SQLException;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.UUID;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.Semaphore;
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
    private static final Duration RETENTION = Duration.ofDays(30);
    private static final String COMPACTOR = "log-compactor";

    private final Baton baton;
    private final ServerSql sql;
    private final Duration patience;
    private final Hint hint;
    private final Semaphore news = new Semaphore(0);
    private final ScheduledExecutorService thread = Executors.newSingleThreadScheduledExecutor(task -> {
        Thread made = new Thread(task, "baton-operations");
        made.setDaemon(true);
        return made;
    });

    private record Asked(String id, String action, String role, String argument) {}

    /** @param drainTimeout how long leaving a role may take */
    public OperatorCommands(Baton baton, ServerSql sql, Duration drainTimeout) {
        this.baton = baton;
        this.sql = sql;
        this.patience = drainTimeout.plus(POLL_THOUGH_ANNOUNCED).plusSeconds(1);
        this.hint = new Hint(baton.database(), CHANNEL, Duration.ofMillis(20));
    }

    @SuppressWarnings("unused") // they end with the executor
    public void start() {
        baton.notifications().listen(CHANNEL, payload -> performSoon());
        thread.execute(this::performAndRepeat);
        var pruning =
                thread.scheduleWithFixedDelay(this::prune, PRUNE.toSeconds(), PRUNE.toSeconds(), TimeUnit.SECONDS);
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
        news.release();
        if (!thread.isShutdown()) {
            thread.execute(this::performWaiting);
        }
    }

    /**
     * Has a process do something, and waits until it has.
     *
     * @return what went wrong; empty if it was done
     * @throws TimeoutException if it does not say that it has
     */
    public Optional<String> askProcess(String holderId, String action, String role, String argument)
            throws SQLException, InterruptedException, TimeoutException {
        String id = UUID.randomUUID().toString();
        sql.use((words, c) -> words.get("command-insert")
                .set("id", id)
                .set("holder", holderId)
                .set("action", action)
                .set("role", role)
                .set("argument", argument)
                .update(c));
        hint.give();
        if (holderId.equals(baton.holderId())) {
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
            news.tryAcquire(RESULT_POLL.toMillis(), TimeUnit.MILLISECONDS);
            news.drainPermits();
        }
        throw new TimeoutException(holderId + " has not answered within " + patience.toSeconds() + " s");
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
                                    row.getString("argument"))));
            for (Asked one : asked) {
                String error = perform(one);
                sql.use((words, c) -> words.get("command-done")
                        .set("id", one.id())
                        .set("error", error)
                        .update(c));
                news.release();
                hint.give();
            }
        } catch (SQLException | RuntimeException e) {
            LOG.debug("cannot look for what operators ask", e);
        }
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

    /** Old entries go, by the hand of whoever compacts the logs, and only while it may. */
    private void prune() {
        try {
            Optional<LeaderToken> token = baton.campaigns().stream()
                    .filter(c -> c.role().equals(COMPACTOR) && c.gate().isLeader())
                    .findFirst()
                    .map(c -> c.gate().requireLeader());
            if (token.isPresent()) {
                for (String statement : List.of("prune-audit", "prune-commands", "prune-events")) {
                    baton.<SQLException>fenced(
                            token.get(),
                            c -> sql.words()
                                    .get(statement)
                                    .set("age_ms", RETENTION.toMillis())
                                    .update(c));
                }
            }
        } catch (SQLException | RuntimeException e) {
            LOG.debug("cannot prune now", e);
        }
    }

    @Override
    public void close() {
        thread.shutdownNow();
        hint.close();
    }
}
