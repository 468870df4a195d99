package dev.baton.jobs.schedule;

import dev.baton.FenceDemand;
import dev.baton.LeaderToken;
import dev.baton.jobs.JobSettings;
import dev.baton.jobs.store.JobDatabase;
import dev.baton.jobs.store.QueueByQueue;
import dev.baton.sql.dialect.Capability;
import dev.baton.sql.dialect.Dialect;
import dev.baton.sql.jdbc.Command;
import dev.baton.sql.jdbc.RefusedRows;
import java.sql.Connection;
import java.sql.SQLException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * Removes what is old, of each kind some at a time, and goes on where it stopped: no transaction takes long, however many rows or queues
 * there are. Rows that a constraint of the user's keeps from being deleted are looked for one by one, and passed over for a while, and
 * those that somebody holds are left for the next time: they keep no others, nor end the term. Used by one thread, for one term.
 */
final class Pruning {

    private static final Duration FIGURES_KEPT = Duration.ofDays(1);
    private static final Duration WORKERS_KEPT = Duration.ofHours(1);
    private static final int AT_ONCE = 2_000;

    private final JobDatabase database;
    private final Dialect dialect;
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
    private record Kind(String statement, Duration age, Optional<String> look, RefusedRows<String> kept) {}

    Pruning(JobDatabase database, JobSettings settings) throws SQLException {
        this.database = database;
        this.dialect = database.dialect();
        this.kinds = List.of(
                kind("prune-ended", settings.retention(), Optional.of("old-ended")),
                kind("age-dead", settings.deadRetention(), Optional.of("old-dead")),
                kind("prune-figures", FIGURES_KEPT, Optional.empty()),
                kind("prune-workers", WORKERS_KEPT, Optional.empty()));
    }

    private Kind kind(String statement, Duration age, Optional<String> look) {
        return new Kind(
                statement,
                age,
                look,
                new RefusedRows<>(database.stopwatch(), dialect::isDataError, dialect::isLockTimeout));
    }

    /** Goes on with the round, or begins one; true if it is not over. */
    boolean goOn(LeaderToken token) throws SQLException {
        if (left.isEmpty()) {
            kinds.forEach(kind -> left.put(kind, QueueByQueue.FIRST));
        }
        for (Kind kind : List.copyOf(left.keySet())) {
            Optional<String> more = prune(token, kind, left.get(kind));
            more.ifPresentOrElse(after -> left.put(kind, after), () -> left.remove(kind));
        }
        return !left.isEmpty();
    }

    /** Behind which queue to go on; empty if all is done. */
    private Optional<String> prune(LeaderToken token, Kind kind, String after) throws SQLException {
        return kind.kept()
                .remove(
                        kind.statement(),
                        Optional.empty(),
                        () -> database.baton()
                                .<Optional<String>, SQLException>fencedResult(
                                        token, FenceDemand.UNEXPIRED, c -> pruneSome(c, kind, after)),
                        () -> pruneByName(token, kind, after));
    }

    /** Passes over what somebody holds: by itself, or, where a DELETE cannot, by a look that locks what is free. */
    private Optional<String> pruneSome(Connection c, Kind kind, String after) throws SQLException {
        boolean looks = kind.look().isPresent() && dialect.can(Capability.ROW_LISTS);
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
        boolean mayGoOn = kind.kept()
                .removeByName(
                        old,
                        some -> database.baton()
                                .<List<String>, SQLException>fencedResult(
                                        token, FenceDemand.UNEXPIRED, c -> deleteEach(c, kind, some)));
        return mayGoOn ? more : Optional.empty();
    }

    private Optional<String> find(Connection c, Kind kind, String look, String after, List<String> found)
            throws SQLException {
        return QueueByQueue.run(database, c, look, after, QueueByQueue.LANES, RefusedRows.AT_ONCE, command -> {
            List<String> ids = kind.kept()
                    .find(atMost -> command.set("age_ms", kind.age().toMillis())
                            .set("at_most", atMost)
                            .all(c, row -> row.getString(1)));
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
