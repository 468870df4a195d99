package dev.baton.sql;

import dev.baton.election.AwaitedReleases;
import dev.baton.election.Elector;
import dev.baton.sql.database.Database;
import dev.baton.sql.jdbc.Connections;
import dev.baton.support.Threads;
import java.sql.SQLException;
import java.time.Duration;
import java.util.List;
import java.util.Set;
import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.Supplier;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Looks for roles that were released, on behalf of those who wait for one with strategy {@code lease}: they sleep until
 * the expiry that they know of, most databases announce nothing, and a pooler may take a LISTEN and pass nothing on. One
 * statement for all roles of the process, and none while it waits for none.
 */
final class ReleaseWatch implements AutoCloseable {

    /** So a role that is left for good or for a named node is heard of within this time. */
    static final Duration EVERY = Duration.ofSeconds(2);

    /** What has been free for longer was seen before, or will be by the candidate's own look. */
    private static final Duration RECENTLY = Duration.ofMinutes(1);

    private static final Duration ANSWER = Duration.ofSeconds(5);
    private static final Logger LOG = LoggerFactory.getLogger(ReleaseWatch.class);

    private final Database database;
    private final Supplier<List<Elector>> electors;
    private final AtomicBoolean started = new AtomicBoolean();
    private final ScheduledExecutorService thread =
            Executors.newSingleThreadScheduledExecutor(Threads.daemons("baton-releases"));

    ReleaseWatch(Database database, Supplier<List<Elector>> electors) {
        this.database = database;
        this.electors = electors;
    }

    /** From now on there is a campaign with a lease. */
    @SuppressWarnings("unused") // it ends with the executor
    void start() {
        if (started.compareAndSet(false, true)) {
            var looking = thread.scheduleWithFixedDelay(
                    this::look, EVERY.toMillis(), EVERY.toMillis(), TimeUnit.MILLISECONDS);
        }
    }

    private void look() {
        AwaitedReleases awaited =
                new AwaitedReleases(electors.get().stream().map(Elector::driver).toList());
        if (awaited.areNone()) {
            return;
        }
        try {
            awaited.rolesReleased(released());
        } catch (SQLException | RuntimeException e) {
            LOG.debug("cannot look for released roles now", e);
        }
    }

    private Set<String> released() throws SQLException {
        Database.Ready ready = database.ready();
        return Set.copyOf(Connections.useBorrowed(
                database.application(),
                ANSWER,
                connection -> ready.sql()
                        .get("leases-released")
                        .set("recently_ms", RECENTLY.toMillis())
                        .all(connection, row -> row.getString("lease_name"))));
    }

    @Override
    public void close() {
        thread.shutdownNow();
    }
}
