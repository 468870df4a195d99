package dev.baton.chaos.check;

import dev.baton.chaos.history.Call;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/** Intents and their attempts: nothing lost, every end final, every attempt on record, every call an attempt. */
final class IntentCheck {

    private record Intent(String id, String target, String status, int attempts, boolean inFlight) {}

    private record Attempt(String intent, int number, String outcome, long epoch) {}

    private final Evidence evidence;
    private final Map<String, Intent> intents = new HashMap<>();
    private final Map<String, List<Attempt>> attempts = new HashMap<>();

    IntentCheck(Evidence evidence) throws SQLException {
        this.evidence = evidence;
        Query.all(
                        evidence.database(),
                        "SELECT intent_id, submission_target, status, attempt_count, in_flight FROM submission_intents",
                        row -> new Intent(
                                row.getString(1), row.getString(2), row.getString(3), row.getInt(4), row.getBoolean(5)))
                .forEach(intent -> intents.put(intent.id, intent));
        Query.all(
                        evidence.database(),
                        "SELECT intent_id, attempt_number, outcome_status, lease_epoch FROM submission_attempts"
                                + " ORDER BY intent_id, attempt_number",
                        row -> new Attempt(row.getString(1), row.getInt(2), row.getString(3), row.getLong(4)))
                .forEach(attempt -> attempts.computeIfAbsent(attempt.intent, id -> new ArrayList<>())
                        .add(attempt));
    }

    List<Finding> findings() {
        return List.of(kept(), ended(), numbered(), called());
    }

    private Finding kept() {
        Tally tally = new Tally("Acknowledged intents are there, and ended as clients were told");
        int[] excused = new int[1];
        evidence.acknowledged().intents().forEach((id, told) -> {
            Intent intent = intents.get(id);
            boolean good = intent != null && (told.equals("pending") || told.equals(intent.status));
            if (!good && evidence.excuses().intent(id)) {
                excused[0]++;
                tally.checked();
            } else {
                tally.expect(
                        good, id + " was acknowledged as " + told + " and is " + (intent == null ? "gone" : intent));
            }
        });
        return tally.note(excused[0] == 0 ? "" : excused[0] + " excused: the promoted server never had these commits")
                .finding();
    }

    private Finding ended() {
        Tally tally = new Tally("Every intent has ended, once, by its last attempt");
        for (Intent intent : intents.values()) {
            List<Attempt> made = attempts.getOrDefault(intent.id, List.of());
            long accepted =
                    made.stream().filter(a -> a.outcome.equals("accepted")).count();
            String last = made.isEmpty() ? "" : made.get(made.size() - 1).outcome;
            boolean good = !intent.inFlight
                    && switch (intent.status) {
                        case "accepted" -> accepted == 1 && last.equals("accepted");
                        case "rejected" -> accepted == 0 && last.equals("rejected");
                        case "exhausted" -> accepted == 0 && withinBound(intent, made);
                        default -> false;
                    };
            tally.expect(good, intent + " with " + made);
        }
        return tally.finding();
    }

    private static boolean withinBound(Intent intent, List<Attempt> made) {
        long counted = made.stream().filter(a -> !a.outcome.equals("aborted")).count();
        return switch (intent.target) {
            case "once" -> counted == 1;
            case "bounded" -> counted == 6;
            default -> false;
        };
    }

    private Finding numbered() {
        Tally tally = new Tally("Attempts are numbered without gap or duplicate");
        for (Intent intent : intents.values()) {
            List<Attempt> made = attempts.getOrDefault(intent.id, List.of());
            boolean good = made.size() == intent.attempts;
            for (int i = 0; i < made.size(); i++) {
                good &= made.get(i).number == i + 1;
                tally.checked();
            }
            tally.expect(good, intent + " with " + made);
        }
        return tally.finding();
    }

    /** The gateway knows of no call that is not on record, once, with the outcome that it gave or none. */
    private Finding called() {
        Tally tally = new Tally("Every call at the gateway is one attempt on record; given-up attempts made no call");
        Map<String, Call> seen = new HashMap<>();
        for (Call call : evidence.history().calls()) {
            tally.checked();
            Call twin = seen.put(call.intent() + ":" + call.attempt(), call);
            String wrong = twin != null ? "was made before, as " + twin : wrong(call);
            if (!wrong.isEmpty() && !evidence.excuses().intent(call.intent())) {
                tally.violation(call + " " + wrong);
            }
        }
        return tally.finding();
    }

    private String wrong(Call call) {
        List<Attempt> made = attempts.getOrDefault(call.intent(), List.of());
        if (call.attempt() > made.size()) {
            return "is not on record";
        }
        Attempt attempt = made.get(call.attempt() - 1);
        return switch (attempt.outcome) {
            case "aborted" -> "is on record as given up before the call";
            case "accepted" ->
                call.verdict().equals("accepted") || call.verdict().equals("late")
                        ? epoch(call, attempt)
                        : "is on record as accepted";
            case "rejected" ->
                call.verdict().equals("blocked") || call.verdict().equals("busy")
                        ? epoch(call, attempt)
                        : "is on record as rejected";
            default -> "";
        };
    }

    private static String epoch(Call call, Attempt attempt) {
        return call.epoch() == attempt.epoch ? "" : "is on record under epoch " + attempt.epoch;
    }
}
