package dev.baton.sql;

import dev.baton.sql.database.Database;
import dev.baton.sql.jdbc.Connections;
import dev.baton.support.Threads;
import java.sql.Connection;
import java.sql.SQLException;
import java.time.Duration;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.Executors;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Tells the others that this process lives and for which roles it stands: what preferences and transfers go by, and what
 * operators look at. Safety does not depend on it.
 */
final class NodeRegistry implements AutoCloseable {

    static final Duration BEAT = Duration.ofSeconds(5);

    /** A sign of life is one statement; everything else is said again only now and then, or when it changes. */
    private static final int ROUNDS_PER_SWEEP = 12;

    private static final Duration GONE = Duration.ofDays(1);
    private static final Duration ANSWER = Duration.ofSeconds(5);
    private static final Logger LOG = LoggerFactory.getLogger(NodeRegistry.class);

    private final Database database;
    private final String holderId;
    private final HostNodeName hostName;
    private final String version;
    private final Map<String, Boolean> candidacies = new ConcurrentHashMap<>();
    private final Set<String> namesakes = new HashSet<>();
    private final AtomicBoolean news = new AtomicBoolean();
    private final AtomicBoolean soon = new AtomicBoolean();
    private int rounds;
    private final ScheduledExecutorService thread =
            Executors.newSingleThreadScheduledExecutor(Threads.daemons("baton-node"));

    /** @param hostName the name that it reports; kept until it signs off */
    NodeRegistry(Database database, String holderId, HostNodeName hostName, String version) {
        this.database = database;
        this.holderId = holderId;
        this.hostName = hostName;
        this.version = version;
    }

    void start() {
        @SuppressWarnings("unused") // it ends with the executor
        var unused = thread.scheduleWithFixedDelay(this::beat, 0, BEAT.toMillis(), TimeUnit.MILLISECONDS);
    }

    /** This process stands for a role. */
    void stand(String role, boolean preferred) {
        candidacies.put(role, preferred);
        beatSoon();
    }

    /** This process no longer stands for a role. */
    void withdraw(String role) {
        candidacies.remove(role);
        beatSoon();
    }

    /** Once for all that is said until then: who stands for a thousand roles has not a thousand things to tell. */
    private void beatSoon() {
        news.set(true);
        if (soon.getAndSet(true)) {
            return;
        }
        try {
            thread.execute(() -> {
                soon.set(false);
                beat();
            });
        } catch (RejectedExecutionException closed) {
            LOG.debug("the registry is closed");
        }
    }

    private void beat() {
        hostName.keep();
        try {
            use((ready, connection) -> {
                ready.sql()
                        .get("node-beat")
                        .set("holder", holderId)
                        .set("node", hostName.name())
                        .set("version", version)
                        .run(connection);
                if (news.getAndSet(false) || rounds++ % ROUNDS_PER_SWEEP == 0) {
                    tellCandidacies(ready, connection);
                    ready.sql()
                            .get("node-prune")
                            .set("gone_ms", GONE.toMillis())
                            .run(connection);
                    ready.sql().get("candidate-prune").plain().run(connection);
                } else if (rounds % ROUNDS_PER_SWEEP == 2) { // the others have had a beat's time to show that they live
                    tellNamesakes(ready, connection);
                }
                return null;
            });
        } catch (SQLException | RuntimeException | Error e) { // thrown on, it would end all beats without a word
            news.set(true);
            LOG.debug("this node could not report itself", e);
        }
    }

    /** A process that was killed and started again finds its old row, which has had no beat since; that is no namesake. */
    private void tellNamesakes(Database.Ready ready, Connection connection) throws SQLException {
        List<String> living = ready.sql()
                .get("node-namesakes")
                .set("holder", holderId)
                .set("node", hostName.name())
                .all(connection, row -> row.getString(1));
        for (String other : living) {
            if (namesakes.add(other)) {
                LOG.warn(
                        "another living process calls itself node '{}' too: {}; transfers, drains and the dashboard"
                                + " cannot tell it from this one ({}). Give each its own name (node.id, --node)",
                        hostName.name(),
                        other,
                        holderId);
            }
        }
    }

    /** Writes what differs from what is said there, whoever may have changed that. */
    private void tellCandidacies(Database.Ready ready, Connection connection) throws SQLException {
        Map<String, Boolean> told = new HashMap<>();
        ready.sql().get("node-candidates").set("holder", holderId).all(connection, row -> {
            String role = row.getString("lease_name");
            told.put(role, row.getBoolean("preferred"));
            return role;
        });
        for (Map.Entry<String, Boolean> candidacy : candidacies.entrySet()) {
            if (!candidacy.getValue().equals(told.remove(candidacy.getKey()))) {
                ready.sql()
                        .get("candidate-add")
                        .set("role", candidacy.getKey())
                        .set("holder", holderId)
                        .set("preferred", candidacy.getValue())
                        .run(connection);
            }
        }
        for (String role : told.keySet()) {
            ready.sql()
                    .get("candidate-remove")
                    .set("role", role)
                    .set("holder", holderId)
                    .run(connection);
        }
    }

    /** Whether that node lives and stands for the role. */
    boolean isCandidate(String role, String node) throws SQLException {
        return use((ready, connection) -> ready.sql()
                .get("candidate-find")
                .set("role", role)
                .set("node", node)
                .set("alive_ms", BEAT.multipliedBy(3).toMillis())
                .first(connection, row -> row.getInt(1) > 0)
                .orElse(false));
    }

    private <T> T use(Connections.Use<Database.Ready, T> use) throws SQLException {
        return database.useConnection(ANSWER, use);
    }

    @Override
    public void close() {
        thread.shutdown();
        try {
            if (!thread.awaitTermination(ANSWER.toMillis(), TimeUnit.MILLISECONDS)) {
                thread.shutdownNow();
            }
            use((ready, connection) -> {
                ready.sql()
                        .get("node-candidates-remove")
                        .set("holder", holderId)
                        .run(connection);
                ready.sql().get("node-remove").set("holder", holderId).run(connection);
                return null;
            });
        } catch (InterruptedException e) {
            thread.shutdownNow();
            Thread.currentThread().interrupt();
        } catch (SQLException | RuntimeException e) {
            LOG.debug("this node could not sign off", e);
        } finally {
            hostName.close();
        }
    }
}
