package dev.baton.jobs.schedule;

import dev.baton.FenceDemand;
import dev.baton.LeaderToken;
import dev.baton.jobs.JobSettings;
import dev.baton.jobs.store.JobDatabase;
import dev.baton.jobs.store.QueueByQueue;
import dev.baton.sql.dialect.Capability;
import dev.baton.sql.jdbc.BatchWrites;
import dev.baton.sql.jdbc.Command;
import dev.baton.support.PassedOver;
import java.sql.Connection;
import java.sql.SQLException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Removes what is old, of each kind some at a time, and goes on where it stopped: no transaction takes long, however many rows or queues
 * there are. Rows that a constraint of the user's keeps from being deleted are looked for one by one, and passed over for a while, and
 * those that somebody holds are left for the next time: they keep no others, nor end the term. Used by one thread, for one term.
 */
final class Pruning {

    private static final Logger LOG = LoggerFactory.getLogger(Pruning.class);
    private static final Duration FIGURES_KEPT = Duration.ofDays(1);
    private static final Duration WORKERS_KEPT = Duration.ofHours(1);
    private static final Duration PASSED_OVER = Duration.ofHours(1);
    private static final int AT_ONCE = 2_000;

    /** Each may need a transaction of its own, and crons wait meanwhile. */
    private static final int BY_NAME_AT_ONCE = 100;

    private final JobDatabase database;
    private final List<Kind> kinds;

    /** What the present round has not done yet, and behind which queue it goes on. */
    private final Map<Kind, String> left = new LinkedHashMap<>();

    /**
     * What is removed for its age.
     *
     * @param statement that deletes some
     * @param look that finds some jobs to be deleted by name; empty for what nobody refers to
     * @param kept jobs that cannot be deleted
     */
    private record Kind(String statement, Duration age, Optional<String> look, PassedOver<String> kept) {}

    Pruning(JobDatabase database, JobSettings settings) {
        this.database = database;
        this.kinds = List.of(
                kind("prune-ended", settings.retention(), Optional.of("old-ended")),
                kind("age-dead", settings.deadRetention(), Optional.of("old-dead")),
                kind("prune-figures", FIGURES_KEPT, Optional.empty()),
                kind("prune-workers", WORKERS_KEPT, Optional.empty()));
    }

    private Kind kind(String statement, Duration age, Optional<String> look) {
        return new Kind(statement, age, look, new PassedOver<>(database.stopwatch(), PASSED_OVER));
    }

    /** Goes on with the round, or begins one; true if it is not over. */
    boolean goOn(LeaderToken token) throws SQLException {
        if (left.isEmpty()) {
            kinds.forEach(kind -> left.put(kind, QueueByQueue.FIRST));
        }
        for (Kind kind : List.copyOf(left.keySet())) {
            Optional<String> more = pruneUnlessHeld(token, kind, left.get(kind));
            more.ifPresentOrElse(after -> left.put(kind, after), () -> left.remove(kind));
        }
        return !left.isEmpty();
    }

    /** A lock that is not to be had is no reason to give up the role: not now, then. */
    private Optional<String> pruneUnlessHeld(LeaderToken token, Kind kind, String after) throws SQLException {
        try {
            return prune(token, kind, after);
        } catch (SQLException e) {
            if (!database.dialect().isLockTimeout(e)) {
                throw e;
            }
            LOG.warn(
                    "somebody holds what is old, it is left for the next round ({}): {}",
                    kind.statement(),
                    e.getMessage());
            return Optional.empty();
        }
    }

    /** Behind which queue to go on; empty if all is done. */
    private Optional<String> prune(LeaderToken token, Kind kind, String after) throws SQLException {
        if (!kind.kept().all().isEmpty()) {
            return pruneByName(token, kind, after);
        }
        try {
            return database.baton()
                    .<Optional<String>, SQLException>fencedResult(
                            token, FenceDemand.UNEXPIRED, c -> pruneSome(c, kind, after));
        } catch (SQLException e) {
            if (!database.dialect().isDataError(e)) {
                throw e;
            }
            LOG.error("what is old cannot all be removed ({}): {}", kind.statement(), e.getMessage());
            return pruneByName(token, kind, after);
        }
    }

    /** Passes over what somebody holds: by itself, or, where a DELETE cannot, by a look that locks what is free. */
    private Optional<String> pruneSome(Connection c, Kind kind, String after) throws SQLException {
        boolean looks = kind.look().isPresent() && database.dialect().can(Capability.ROW_LISTS);
        String statement = looks ? kind.look().get() : kind.statement();
        return QueueByQueue.run(database, c, statement, after, QueueByQueue.LANES, AT_ONCE, command -> {
            command.set("age_ms", kind.age().toMillis()).set("at_most", AT_ONCE);
            return looks ? deleteLocked(c, command.all(c, row -> row.getString(1))) : command.update(c);
        });
    }

    /** Each by its key: of a list the server might read all rows there are, and wait for the one that is held. */
    private int deleteLocked(Connection c, List<String> ids) throws SQLException {
        List<Command> deletes = new ArrayList<>();
        for (String id : ids) {
            deletes.add(database.sql().get("prune-locked").set("id", id));
        }
        Command.updateAll(c, deletes);
        return ids.size();
    }

    /** Those that stay, because they are refused or somebody holds them, are passed over; the round ends with too many of them. */
    private Optional<String> pruneByName(LeaderToken token, Kind kind, String after) throws SQLException {
        if (kind.look().isEmpty()) {
            return Optional.empty();
        }
        List<String> old = new ArrayList<>();
        Optional<String> more = database.runWork(c -> find(c, kind, kind.look().get(), after, old));
        Collections.sort(old); // in the order of ids, as whatever locks several
        List<String> stay = new ArrayList<>();
        if (!old.isEmpty()) {
            BatchWrites.writeOrSplit(
                    old,
                    database.dialect()::isDataError,
                    some -> stay.addAll(database.baton()
                            .<List<String>, SQLException>fencedResult(
                                    token, FenceDemand.UNEXPIRED, c -> deleteEach(c, kind, some))),
                    (id, error) -> {
                        LOG.debug("job {} is old and cannot be removed", id, error);
                        stay.add(id);
                    });
        }
        return stay.stream().allMatch(kind.kept()::add) ? more : Optional.empty();
    }

    private Optional<String> find(Connection c, Kind kind, String look, String after, List<String> found)
            throws SQLException {
        Set<String> kept = kind.kept().all();
        return QueueByQueue.run(database, c, look, after, QueueByQueue.LANES, BY_NAME_AT_ONCE, command -> {
            List<String> ids = command
                    .set("age_ms", kind.age().toMillis())
                    .set("at_most", BY_NAME_AT_ONCE + kept.size())
                    .all(c, row -> row.getString(1))
                    .stream()
                    .filter(id -> !kept.contains(id))
                    .limit(BY_NAME_AT_ONCE)
                    .toList();
            found.addAll(ids);
            return ids.size();
        });
    }

    /** Those that are still there. */
    private List<String> deleteEach(Connection c, Kind kind, List<String> ids) throws SQLException {
        List<String> stay = new ArrayList<>();
        for (String id : ids) {
            int deleted = database.sql()
                    .get("prune-one")
                    .set("id", id)
                    .set("age_ms", kind.age().toMillis())
                    .update(c);
            if (deleted == 0) {
                stay.add(id);
            }
        }
        return stay;
    }
}
