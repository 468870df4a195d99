package dev.baton.jobs.schedule;

import dev.baton.FenceDemand;
import dev.baton.LeaderToken;
import dev.baton.jobs.JobSettings;
import dev.baton.jobs.store.EachQueue;
import dev.baton.jobs.store.JobDatabase;
import java.sql.Connection;
import java.sql.SQLException;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Removes what is old, of each kind some at a time, and goes on where it stopped: no transaction takes long, however many rows or queues
 * there are. Used by one thread, for one term.
 */
final class Pruning {

    private static final Logger LOG = LoggerFactory.getLogger(Pruning.class);
    private static final Duration FIGURES_KEPT = Duration.ofDays(1);
    private static final Duration WORKERS_KEPT = Duration.ofHours(1);
    private static final int AT_ONCE = 2_000;

    private final JobDatabase database;
    private final List<Kind> kinds;

    /** What the present round has not done yet, and where it goes on. */
    private final Map<Kind, EachQueue.Place> left = new LinkedHashMap<>();

    private record Kind(String statement, Duration age) {}

    Pruning(JobDatabase database, JobSettings settings) {
        this.database = database;
        this.kinds = List.of(
                new Kind("prune-ended", settings.retention()),
                new Kind("age-dead", settings.deadRetention()),
                new Kind("prune-figures", FIGURES_KEPT),
                new Kind("prune-workers", WORKERS_KEPT));
    }

    /** Goes on with the round, or begins one; true if it is not over. */
    boolean goOn(LeaderToken token) throws SQLException {
        if (left.isEmpty()) {
            kinds.forEach(kind -> left.put(kind, new EachQueue.Place(EachQueue.FIRST, EachQueue.LANES)));
        }
        for (Kind kind : List.copyOf(left.keySet())) {
            Optional<EachQueue.Place> more = prune(token, kind, left.get(kind));
            more.ifPresentOrElse(place -> left.put(kind, place), () -> left.remove(kind));
        }
        return !left.isEmpty();
    }

    /**
     * Rows that a constraint of the user's keeps from being deleted do not end the term, nor keep what is in other queues; the next
     * round tries them again.
     */
    private Optional<EachQueue.Place> prune(LeaderToken token, Kind kind, EachQueue.Place place) throws SQLException {
        try {
            return database.baton()
                    .<Optional<String>, SQLException>fencedResult(
                            token, FenceDemand.UNEXPIRED, c -> pruneSome(c, kind, place))
                    .map(after -> new EachQueue.Place(after, place.queues()));
        } catch (SQLException e) {
            if (!database.dialect().isDataError(e)) {
                throw e;
            }
            LOG.error("what is old cannot be removed ({}): {}", kind.statement(), e.getMessage());
            return database.runWork(
                    c -> EachQueue.afterRefusal(database.sql(), c, kind.statement(), place.after(), place.queues()));
        }
    }

    private Optional<String> pruneSome(Connection c, Kind kind, EachQueue.Place place) throws SQLException {
        return EachQueue.run(
                database.sql(),
                c,
                kind.statement(),
                place.after(),
                place.queues(),
                AT_ONCE,
                command -> command.set("age_ms", kind.age().toMillis())
                        .set("at_most", AT_ONCE)
                        .update(c));
    }
}
