package dev.baton.chaos.check;

import dev.baton.chaos.history.History;
import java.sql.SQLException;
import java.time.Duration;
import java.time.Instant;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;

/** Jobs: each completed exactly once as the table sees it, by the worker that held the claim; ticks neither lost nor doubled. */
final class JobCheck {

    private static final Duration TICK = Duration.ofSeconds(2);

    private record Run(String job, String name, long claim, String outcome, String worker, Instant scheduled) {}

    private final Evidence evidence;
    private final List<Run> runs;

    JobCheck(Evidence evidence) throws SQLException {
        this.evidence = evidence;
        this.runs = Query.all(
                evidence.database(),
                "SELECT job_id, job_name, claim_number, outcome, locked_by, scheduled_at FROM baton_job_runs",
                row -> new Run(
                        row.getString(1),
                        row.getString(2),
                        row.getLong(3),
                        row.getString(4),
                        row.getString(5),
                        Optional.ofNullable(row.getTimestamp(6))
                                .map(java.sql.Timestamp::toInstant)
                                .orElse(Instant.EPOCH)));
    }

    List<Finding> findings() throws SQLException {
        return List.of(completed(), claimed(), ticked());
    }

    private Finding completed() throws SQLException {
        Tally tally = new Tally("Acknowledged jobs have completed, exactly once");
        Map<String, Integer> completions = new HashMap<>();
        for (Run run : runs) {
            if (run.outcome.equals("completed")) {
                completions.merge(run.job, 1, Integer::sum);
            }
        }
        Set<String> waiting = Set.copyOf(Query.all(
                evidence.database(), "SELECT id FROM baton_jobs WHERE job_name = 'chaos'", row -> row.getString(1)));
        int excused = 0;
        for (String job : evidence.acknowledged().jobs().keySet()) {
            int times = completions.getOrDefault(job, 0);
            if (times == 0 && !waiting.contains(job) && evidence.excuses().job(job)) {
                excused++;
                tally.checked();
            } else {
                tally.expect(
                        times == 1,
                        "job " + job + " has completed " + times + " times"
                                + (waiting.contains(job) ? " and is still there" : ""));
            }
        }
        return tally.note(excused == 0 ? "" : excused + " excused: the promoted server never had these commits")
                .finding();
    }

    /** A completed run was brought to its end by the very worker that the table names, under that claim. */
    private Finding claimed() {
        Tally tally = new Tally("Every completed run was finished by the holder of its claim");
        for (Run run : runs) {
            if (run.name.equals("chaos") && run.outcome.equals("completed")) {
                tally.expect(
                        evidence.history().runsDone().contains(History.run(run.job, run.claim, run.worker)),
                        run + " was not done by that worker under that claim");
            }
        }
        return tally.finding();
    }

    private Finding ticked() {
        Tally tally = new Tally("Cron ticks ran, none lost, none doubled");
        TreeSet<Instant> ticks = new TreeSet<>();
        for (Run run : runs) {
            if (run.name.equals("chaos-tick") && run.outcome.equals("completed")) {
                tally.expect(ticks.add(run.scheduled), "the tick of " + run.scheduled + " has run twice");
            }
        }
        Instant before = null;
        for (Instant tick : ticks) {
            if (before != null && !before.plus(TICK).equals(tick)) {
                tally.violation("after the tick of " + before + " comes the one of " + tick);
            }
            before = tick;
        }
        return tally.finding();
    }
}
