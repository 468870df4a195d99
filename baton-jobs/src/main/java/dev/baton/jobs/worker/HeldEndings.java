package dev.baton.jobs.worker;

import dev.baton.jobs.claim.Claim;
import dev.baton.jobs.claim.Ending;
import dev.baton.jobs.store.JobDatabase;
import dev.baton.jobs.store.KeptConnection;
import dev.baton.sql.dialect.Capability;
import java.sql.SQLException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Optional;
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
    private static final Duration SINGLY = Duration.ofMinutes(1);

    private final JobDatabase database;
    private final KeptConnection connection;
    private final Set<Ending> aside = new LinkedHashSet<>();
    private long lookedAt;
    private long singlyUntil = Long.MIN_VALUE;

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
    void putAside(List<Ending> endings, Exception error) {
        Optional<Set<UUID>> locked = locked(endings);
        for (Ending ending : endings) {
            if (locked.isPresent() && locked.get().contains(id(ending)) && aside.add(ending)) {
                LOG.warn(
                        "the ending of {} waits: another transaction has locked its row",
                        ending.claim().token());
            }
        }
        lookedAt = database.stopwatch().elapsed();
        if (locked.isPresent() && !isRolledBack(error)) {
            singlyUntil = lookedAt + SINGLY.toNanos();
        }
    }

    /** A deadlock has been there and is over: nobody holds anything. */
    private boolean isRolledBack(Exception error) {
        try {
            return error instanceof SQLException e
                    && database.dialect().isRolledBack(e)
                    && !database.dialect().isLockTimeout(e);
        } catch (SQLException e) {
            return false; // the database is away
        }
    }

    /** Those whose rows are free by now, to be written; none if the last look was a moment ago. */
    List<Ending> takeReleased() {
        if (aside.isEmpty() || database.stopwatch().elapsed() - lookedAt < LOOK.toNanos()) {
            return List.of();
        }
        lookedAt = database.stopwatch().elapsed();
        List<Ending> released = new ArrayList<>(aside);
        Set<UUID> locked = locked(released).orElse(Set.of());
        released.removeIf(ending -> locked.contains(id(ending)));
        released.forEach(aside::remove);
        return released;
    }

    /**
     * Whether these are to be written one by one, for a while after waiting in vain at a database that answers. Led by a list, a server may go
     * through all rows of a small table, and wait for one that the list does not name.
     */
    boolean goSingly(List<Ending> some) throws SQLException {
        return some.size() > 1
                && database.stopwatch().elapsed() < singlyUntil
                && database.dialect().can(Capability.ROW_LISTS);
    }

    /** Empty if the database cannot say. */
    private Optional<Set<UUID>> locked(List<Ending> endings) {
        List<Claim> claims = endings.stream().map(Ending::claim).toList();
        try {
            return Optional.of(connection
                    .useConnection(c -> database.store().sendHeartbeats(c, database.workerId(), claims))
                    .untouched());
        } catch (SQLException | RuntimeException e) {
            LOG.debug("which rows are locked is not known", e);
            return Optional.empty();
        }
    }

    private static UUID id(Ending ending) {
        return ending.claim().token().jobId();
    }
}
