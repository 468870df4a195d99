package dev.baton.failures.stage;

import java.sql.SQLException;
import java.util.List;
import java.util.Locale;
import java.util.UUID;

/** Compares what clients were told and what handlers did with what the tables say. */
final class JobCheck {

    private static final int MOST_ATTEMPTS = 2;

    private record Row(String id, String key, String status) {}

    private record RunRecord(String job, long claim, String outcome) {}

    private final Stage stage;
    private final JobLedger ledger;
    private final List<Row> rows;
    private final List<RunRecord> records;

    JobCheck(Stage stage, JobLedger ledger) throws SQLException {
        this.stage = stage;
        this.ledger = ledger;
        this.rows = stage.world()
                .rows(
                        "SELECT id, payload, status FROM baton_jobs WHERE payload IS NOT NULL",
                        row -> new Row(
                                row.getString(1).toLowerCase(Locale.ROOT),
                                row.getString(2).replace("\"", ""),
                                row.getString(3)));
        this.records = stage.world()
                .rows(
                        "SELECT job_id, claim_number, outcome FROM baton_job_runs",
                        row -> new RunRecord(
                                row.getString(1).toLowerCase(Locale.ROOT), row.getLong(2), row.getString(3)));
    }

    void run() {
        stage.findings().expect(untold().isEmpty(), "completions told otherwise than recorded: " + untold());
        for (String key : ledger.keys()) {
            end(key);
            times(key);
            recorded(key);
        }
        for (RunRecord record : records) {
            done(record);
        }
    }

    /** Nothing acknowledged is lost, and nothing that was cancelled runs to its end. */
    private void end(String key) {
        UUID id = ledger.id(key);
        if (id == null) {
            return;
        }
        String status = rows.stream()
                .filter(row -> row.id.equals(id.toString()))
                .map(Row::status)
                .findFirst()
                .orElse(ledger.pastStatus(id));
        long completed = outcomes(id, "completed");
        boolean good = isUsedUp(key, id, status) || endsAsAsked(key, status, completed);
        stage.findings()
                .expect(
                        good,
                        (ledger.isCancelled(key) ? "cancelled " : "acknowledged ") + key + " is " + status + " with "
                                + completed + " completed runs on record: " + records(id));
    }

    private boolean endsAsAsked(String key, String status, long completed) {
        boolean done = completed == 1 && (status.equals("gone") || status.equals("completed"));
        if (ledger.isCancelled(key)) {
            return (status.equals("cancelled") && completed == 0) || (done && mayStillComplete(key));
        }
        if (key.startsWith("bad:") || (key.startsWith("quits:") && status.equals("dead"))) {
            return completed == 0 && (status.equals("dead") || wasCancelled(key, status));
        }
        return done || wasCancelled(key, status);
    }

    /** By somebody who was not told so. */
    private boolean wasCancelled(String key, String status) {
        return ledger.isCancelAsked(key) && status.equals("cancelled");
    }

    /** Claims that were lost are attempts too. */
    private boolean isUsedUp(String key, UUID id, String status) {
        long attempts = records(id).stream()
                .filter(record -> !record.outcome.equals("completed"))
                .count();
        return lost(key) > 0 && status.equals("dead") && attempts >= MOST_ATTEMPTS;
    }

    /**
     * How many claims of this very job may have been lost: its lock was made old, its process died or left, or its worker
     * gave the run up and said so. Nothing else excuses a second run.
     */
    private int lost(String key) {
        List<JobLedger.Run> runs = ledger.runs(key);
        int cutOff = (int) runs.stream().filter(JobLedger.Run::isCutOff).count();
        int abandoned = runs.stream()
                .map(JobLedger.Run::job)
                .distinct()
                .mapToInt(ledger::timesAbandoned)
                .sum();
        return ledger.timesAged(key) + cutOff + abandoned;
    }

    /** A run under way is only told, and one that does not listen goes on; so may one that was claimed and had not begun. */
    private boolean mayStillComplete(String key) {
        return !key.startsWith("long:") && ledger.runsAfterCancel(key) <= 1;
    }

    /** Completions that listeners have not heard of as often as they are on record; a dead process tells nobody. */
    List<String> untold() {
        return ledger.keys().stream()
                .filter(key -> lost(key) == 0 && ledger.id(key) != null)
                .filter(key -> ledger.timesTold(ledger.id(key)) != outcomes(ledger.id(key), "completed"))
                .map(key -> key + " was told " + ledger.timesTold(ledger.id(key)) + " times")
                .toList();
    }

    private List<RunRecord> records(UUID id) {
        return records.stream()
                .filter(record -> record.job.equals(id.toString()))
                .toList();
    }

    private long outcomes(UUID id, String outcome) {
        return records(id).stream()
                .filter(record -> record.outcome.equals(outcome))
                .count();
    }

    /** Nothing runs twice, except after a crash or when its own worker gave the run up. */
    private void times(String key) {
        List<JobLedger.Run> runs = ledger.runs(key);
        boolean retried = key.startsWith("bad:") || key.startsWith("flaky:") || key.startsWith("quits:");
        long jobs = runs.stream().map(JobLedger.Run::job).distinct().count();
        long wanted = key.startsWith("again:") ? runs.size() : retried ? MOST_ATTEMPTS : Math.max(1, jobs);
        int excused = lost(key);
        stage.findings().expect(runs.size() <= wanted + excused, key + " ran too often: " + runs);
        boolean again = key.startsWith("quits:") && ledger.isCancelled(key) && ledger.runsAfterCancel(key) > 0;
        stage.findings().expect(!again, key + " was cancelled in its run and ran again: " + runs);
        stage.findings().expect(!ledger.repeatsClaims(key), key + " ran twice under one claim: " + runs);
        int most = key.startsWith("cron:") ? ledger.ticks() : 1;
        stage.findings().expect(jobs <= most && !ledger.isRenamed(key), key + " became several jobs: " + runs);
        stage.findings().expect(excused > 0 || !ledger.overlaps(key), key + " ran twice at once: " + runs);
    }

    /** Every run that came to an end is on record, once, and as it ended. */
    private void recorded(String key) {
        for (JobLedger.Run run : ledger.runs(key)) {
            List<String> outcomes = records.stream()
                    .filter(record -> record.job.equals(run.job().toString()) && record.claim == run.claim())
                    .map(RunRecord::outcome)
                    .toList();
            boolean excused = lost(key) > 0;
            boolean good = switch (run.ended()) {
                case NOT -> excused;
                case DONE -> outcomes.equals(List.of("completed"));
                case FAILED -> outcomes.size() == 1 && !outcomes.contains("completed");
            };
            stage.findings().expect(good || (excused && outcomes.size() <= 1), run + " is on record as " + outcomes);
        }
    }

    /** No record without its run. */
    private void done(RunRecord record) {
        if (record.outcome.equals("completed")) {
            boolean known = ledger.keys().stream()
                    .flatMap(key -> ledger.runs(key).stream())
                    .anyMatch(run -> run.job().toString().equals(record.job)
                            && run.claim() == record.claim
                            && run.ended() != JobLedger.Ended.FAILED);
            stage.findings().expect(known, record + " was never done");
        }
    }
}
