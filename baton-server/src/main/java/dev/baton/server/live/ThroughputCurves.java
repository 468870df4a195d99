package dev.baton.server.live;

import dev.baton.alerts.Alerts;
import dev.baton.alerts.CurvePoint;
import dev.baton.alerts.condition.Condition;
import java.sql.SQLException;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.List;
import java.util.OptionalDouble;
import java.util.Set;

/**
 * The flow of work over the last minutes, from what all nodes report. The first look reads all of it, later ones only what
 * is new.
 */
public final class ThroughputCurves implements LiveFeed.Reader {

    /** What nodes must report for it. */
    public static final Set<String> METRICS = Set.of(
            "submission_intents_created_total",
            "submission_attempts_total",
            "submission_intents_terminal_total",
            "submission_queue_delay_seconds_sum",
            "submission_queue_delay_seconds_count",
            "baton_jobs_completed_total",
            "baton_jobs_queue_depth");

    private static final Duration BACK = Duration.ofMinutes(10);
    private static final Duration STEP = Duration.ofSeconds(5);
    private static final int POINTS = (int) BACK.dividedBy(STEP);

    /** The window is three steps: a node reports once per step, not on the beat. */
    private static final List<Condition> VALUES = List.of(
            Condition.parse("sum(rate(submission_intents_created_total[15s])) >= 0"),
            Condition.parse("sum(rate(submission_attempts_total[15s])) >= 0"),
            Condition.parse("sum(rate(submission_intents_terminal_total[15s])) >= 0"),
            Condition.parse("sum(increase(submission_queue_delay_seconds_sum[15s])) >= 0"),
            Condition.parse("sum(increase(submission_queue_delay_seconds_count[15s])) >= 0"),
            Condition.parse("sum(rate(baton_jobs_completed_total[15s])) >= 0"),
            Condition.parse("max(baton_jobs_queue_depth) >= 0"));

    private final Alerts alerts;
    private final Deque<Point> points = new ArrayDeque<>();

    public ThroughputCurves(Alerts alerts) {
        this.alerts = alerts;
    }

    /**
     * All nodes at one moment; per second where it is a flow.
     *
     * @param delayMillis how late attempts were on average; null if there were none
     * @param waiting jobs that wait, as the leader of {@code metrics-aggregator} counted them; null if it has not yet
     */
    public record Point(
            Instant at,
            double created,
            double attempts,
            double terminal,
            Double delayMillis,
            double jobs,
            Double waiting) {

        static Point of(CurvePoint point) {
            List<OptionalDouble> v = point.values();
            double calls = v.get(4).orElse(0);
            return new Point(
                    point.at(),
                    v.get(0).orElse(0),
                    v.get(1).orElse(0),
                    v.get(2).orElse(0),
                    calls > 0 ? v.get(3).orElse(0) * 1_000 / calls : null,
                    v.get(5).orElse(0),
                    v.get(6).isPresent() ? v.get(6).getAsDouble() : null);
        }
    }

    @Override
    public Object read() throws SQLException {
        boolean first = points.isEmpty();
        for (CurvePoint point : alerts.curves(VALUES, first ? BACK : Duration.ZERO, STEP)) {
            points.addLast(Point.of(point));
        }
        while (points.size() > POINTS) {
            points.removeFirst();
        }
        return List.copyOf(points);
    }
}
