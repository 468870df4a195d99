package dev.baton.chaos.check;

import dev.baton.chaos.history.Call;
import dev.baton.chaos.history.Gates.Opening;
import dev.baton.chaos.node.Roles;
import java.util.Map;

/**
 * Calls of a leader whose gate had shut. Nobody can prevent a pause between the last look at the gate and the sending of
 * the bytes; such calls are counted, and a gateway that knows the highest epoch has refused each one that came after a
 * successor's.
 */
final class CallCheck {

    /** What a call may take on a busy machine without anything being wrong. */
    private static final long TRAVEL_NANOS = 2_000_000_000L;

    private final Evidence evidence;

    CallCheck(Evidence evidence) {
        this.evidence = evidence;
    }

    Finding late() {
        Tally tally =
                new Tally("Calls after the gate's deadline only where a pause or a fault hit, and refused if outdated");
        Map<Long, Opening> terms = evidence.history().gates().of(Roles.EXECUTOR);
        int[] counts = new int[2];
        for (Call call : evidence.history().calls()) {
            tally.checked();
            if (call.epoch() < call.highestEpoch()) {
                counts[0]++;
                if (!call.verdict().equals("stale")) {
                    tally.violation(call + " was not refused");
                }
            }
            Opening term = terms.get(call.epoch());
            if (term != null && term.deadline() != Long.MIN_VALUE && call.at() > term.deadline()) {
                counts[1]++;
                if (call.at() > term.deadline() + TRAVEL_NANOS && !disturbed(term.node(), call.at())) {
                    tally.violation(call + " came " + (call.at() - term.deadline()) / 1_000_000
                            + " ms after the deadline of " + term.node() + ", and nothing had held it up");
                }
            }
        }
        return tally.note(counts[1] + " came after the deadline, " + counts[0] + " were refused as outdated")
                .finding();
    }

    private boolean disturbed(String node, long at) {
        return evidence.faults().stream()
                .anyMatch(fault -> (fault.node().isEmpty() || fault.node().equals(node))
                        && at >= fault.began()
                        && at <= fault.healed() + 2_000_000_000L);
    }
}
