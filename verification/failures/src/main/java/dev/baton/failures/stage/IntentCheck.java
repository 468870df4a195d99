package dev.baton.failures.stage;

import java.sql.SQLException;
import java.util.List;
import java.util.Locale;

/** Compares what clients were told and what the gateway saw with what the tables say. */
final class IntentCheck {

    private static final int MOST_ATTEMPTS = 3;

    private record Row(String id, String status, int attempts, String webhook) {}

    private record Attempt(String intent, int number, String outcome, String holder, long epoch) {}

    private final Stage stage;
    private final IntentLedger ledger;
    private final List<Row> rows;
    private final List<Attempt> attempts;
    private final long terms;

    IntentCheck(Stage stage, IntentLedger ledger) throws SQLException {
        this.stage = stage;
        this.ledger = ledger;
        this.terms = stage.terms();
        this.rows = stage.world()
                .rows(
                        "SELECT intent_id, status, attempt_count, webhook_status FROM submission_intents",
                        row -> new Row(row.getString(1), row.getString(2), row.getInt(3), row.getString(4)));
        this.attempts = stage.world()
                .rows(
                        "SELECT intent_id, attempt_number, outcome_status, holder_id, lease_epoch FROM submission_attempts"
                                + " ORDER BY intent_id, attempt_number",
                        row -> new Attempt(
                                row.getString(1), row.getInt(2), row.getString(3), row.getString(4), row.getLong(5)));
    }

    void run() throws SQLException {
        List<String> late = stage.world()
                .texts(
                        "SELECT a.intent_id, a.attempt_number FROM submission_attempts a"
                                + " JOIN submission_intents i ON i.intent_id = a.intent_id"
                                + " WHERE a.started_at > i.deadline_at",
                        2);
        stage.findings().expect(late.isEmpty(), "begun after the deadline: " + late);
        for (String key : ledger.keys()) {
            Row row =
                    rows.stream().filter(one -> one.id.equals(key)).findFirst().orElse(null);
            if (row == null) {
                stage.findings().expect(ledger.isOld(key), "acknowledged " + key + " is not there");
            } else {
                List<Attempt> made = attempts.stream()
                        .filter(attempt -> attempt.intent.equals(key))
                        .toList();
                stage.findings().expect(ended(row, made), row + " should have ended otherwise, with " + made);
                numbered(row, made);
                called(row, made);
                told(row);
            }
        }
    }

    private boolean ended(Row row, List<Attempt> made) {
        if (ledger.isCancelled(row.id)) {
            return row.status.equals("cancelled");
        }
        if (ledger.mayBeCancelled(row.id) && row.status.equals("cancelled")) {
            return true;
        }
        boolean unknown = made.stream().anyMatch(attempt -> attempt.outcome.equals("unknown"));
        String does = row.id.substring(0, row.id.indexOf(':'));
        return switch (row.status) {
            case "accepted" -> !does.equals("no") && !does.equals("bad");
            case "rejected" -> does.equals("no");
            case "exhausted" ->
                does.equals("bad")
                        || row.id.endsWith("@short")
                        || (unknown && made.size() >= MOST_ATTEMPTS)
                        || (row.id.endsWith("@once") && (unknown || does.equals("flaky")));
            default -> false;
        };
    }

    /**
     * Every attempt is on record, without gap or duplicate; unknown ones only where something failed. A machine that stands
     * still is enough for an aborted one, whose call a shut gate has prevented: {@link #called} sees whether it has.
     */
    private void numbered(Row row, List<Attempt> made) {
        boolean good = made.size() == row.attempts;
        for (int i = 0; i < made.size(); i++) {
            good &= made.get(i).number == i + 1;
        }
        stage.findings().expect(good, row + " has the attempts " + made);
        boolean calm = made.stream().noneMatch(attempt -> attempt.outcome.equals("unknown"));
        stage.findings().expect(calm || isRough(), "nothing failed, and there are " + made);
    }

    /** A call failed, or a leader was lost that did not mean to leave. */
    private boolean isRough() {
        return stage.plan().hasStruck() || terms > 1 + stage.intents().departures();
    }

    /**
     * Every call is one attempt on record, and nobody is called again after a yes, except where that yes is unknown: to a
     * later leader than the one that made the call, never to that one. Where the executor was divided, epochs of two nodes
     * are not compared: each shard counts by itself.
     */
    private void called(Row row, List<Attempt> made) {
        List<IntentLedger.Call> calls = ledger.calls(row.id);
        for (int i = 0; i < calls.size(); i++) {
            IntentLedger.Call call = calls.get(i);
            Attempt attempt = made.stream()
                    .filter(one -> one.number == call.attempt())
                    .findFirst()
                    .orElse(new Attempt(row.id, call.attempt(), "missing", "", 0));
            boolean sameNode = attempt.holder.equals(call.holder());
            boolean elsewhere = !sameNode && stage.intents().wasDivided();
            boolean unknown = attempt.outcome.equals("unknown") && (elsewhere || attempt.epoch > call.epoch());
            boolean same = attempt.outcome.equals(call.answer().toLowerCase(Locale.ROOT))
                    && sameNode
                    && attempt.epoch == call.epoch();
            stage.findings().expect(unknown || same, call + " is on record as " + attempt);
            boolean again = call.answer().equals("ACCEPTED") && i < calls.size() - 1;
            stage.findings().expect(!again || unknown, row.id + " was accepted, and called again: " + calls);
        }
        long distinct =
                calls.stream().map(IntentLedger.Call::attempt).distinct().count();
        stage.findings().expect(distinct == calls.size(), "one attempt, two calls: " + calls);
        stage.findings().expect(!row.id.endsWith("@once") || calls.size() <= 1, "one shot, " + calls);
    }

    private void told(Row row) {
        if (!row.id.endsWith("@told")) {
            return;
        }
        long times = stage.intents().timesTold(row.id);
        stage.findings().expect("delivered".equals(row.webhook) && times >= 1, row + " was told " + times + " times");
        int refused = row.id.contains(WebhookListener.DEAF) ? 1 : 0;
        stage.findings().expect(times > refused, row + " counts as told, and was refused");
        long excused = (stage.plan().hasStruck() ? 1 : 0) + Math.max(0, terms - 1);
        stage.findings().expect(times <= 1 + refused + excused, row + " was told " + times + " times");
    }
}
