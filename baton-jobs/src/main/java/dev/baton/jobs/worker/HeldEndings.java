package dev.baton.jobs.worker;

import dev.baton.jobs.claim.Claim;
import dev.baton.jobs.claim.Ending;
import dev.baton.jobs.store.JobDatabase;
import dev.baton.jobs.store.KeptConnection;
import java.sql.SQLException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import java.util.UUID;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Endings of jobs whose rows others have locked: put aside until they are free, so that the others are written. Which these are a
 * heartbeat tells, which waits for no row. Used by one thread.
 */
final class HeldEndings {

    private static final Logger LOG = LoggerFactory.getLogger(HeldEndings.class);
    private static final Duration LOOK = Duration.ofMillis(500);

    private final JobDatabase database;
    private final KeptConnection connection;
    private final Set<Ending> aside = new LinkedHashSet<>();
    private long lookedAt;

    HeldEndings(JobDatabase database, KeptConnection connection) {
        this.database = database;
        this.connection = connection;
    }

    boolean isEmpty() {
        return aside.isEmpty();
    }

    /** Those that have not been put aside. */
    List<Ending> others(List<Ending> endings) {
        return endings.stream().filter(ending -> !aside.contains(ending)).toList();
    }

    /** Keeps those whose rows are locked, after an error that may have come of waiting for them. */
    void putAside(List<Ending> endings) {
        Set<UUID> locked = locked(endings);
        for (Ending ending : endings) {
            if (locked.contains(id(ending)) && aside.add(ending)) {
                LOG.warn(
                        "the ending of {} waits: another transaction has locked its row",
                        ending.claim().token());
            }
        }
        lookedAt = database.stopwatch().elapsed();
    }

    /** Those whose rows are free by now, to be written; none if the last look was a moment ago. */
    List<Ending> takeReleased() {
        if (aside.isEmpty() || database.stopwatch().elapsed() - lookedAt < LOOK.toNanos()) {
            return List.of();
        }
        lookedAt = database.stopwatch().elapsed();
        List<Ending> released = new ArrayList<>(aside);
        Set<UUID> locked = locked(released);
        released.removeIf(ending -> locked.contains(id(ending)));
        released.forEach(aside::remove);
        return released;
    }

    /** None if the database cannot say. */
    private Set<UUID> locked(List<Ending> endings) {
        List<Claim> claims = endings.stream().map(Ending::claim).toList();
        try {
            return connection
                    .useConnection(c -> database.store().sendHeartbeats(c, database.workerId(), claims))
                    .untouched();
        } catch (SQLException | RuntimeException e) {
            LOG.debug("which rows are locked is not known", e);
            return Set.of();
        }
    }

    private static UUID id(Ending ending) {
        return ending.claim().token().jobId();
    }
}
