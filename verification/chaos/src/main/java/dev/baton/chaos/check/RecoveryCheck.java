package dev.baton.chaos.check;

import dev.baton.chaos.faults.Struck;
import dev.baton.chaos.history.Gates;
import dev.baton.chaos.history.Gates.Opening;
import dev.baton.chaos.node.Roles;
import java.util.Map;
import java.util.TreeMap;

/** After a fault has healed, every role of the application has a leader again within the promised bound. */
final class RecoveryCheck {

    /** The longest lease, the longest pause after errors, and a machine that is busy with everything at once. */
    private static final long BOUND_NANOS = Roles.LEASE.toNanos() + Roles.SESSION_LEASE.toNanos() + 9_000_000_000L;

    private final Evidence evidence;

    RecoveryCheck(Evidence evidence) {
        this.evidence = evidence;
    }

    Finding recovered() {
        Tally tally = new Tally("A leader again within the bound after each heal");
        Map<String, Double> longest = new TreeMap<>();
        for (Struck fault : evidence.faults()) {
            for (String role : Roles.ofApplication(evidence.engine()).keySet()) {
                long open = openAfter(role, fault.healed());
                double millis = Math.max(0, open - fault.healed()) / 1_000_000.0;
                if (open == Long.MAX_VALUE || disturbed(fault, open)) {
                    continue;
                }
                longest.merge(role, millis, Math::max);
                tally.expect(
                        open - fault.healed() <= BOUND_NANOS,
                        role + " had no leader for " + millis + " ms after "
                                + fault.kind().title());
            }
        }
        StringBuilder note = new StringBuilder("longest wait after a heal:");
        longest.forEach((role, millis) -> note.append(" %s %.0f ms".formatted(role, millis)));
        return tally.note(note.toString()).finding();
    }

    /** The first moment from then on at which a gate was, or may have been, open. */
    private long openAfter(String role, long from) {
        Gates gates = evidence.history().gates();
        long first = Long.MAX_VALUE;
        for (Opening opening : gates.of(role).values()) {
            if (opening.wasSeen() && opening.last() >= from) {
                first = Math.min(first, Math.max(from, opening.first()));
            }
        }
        return first;
    }

    private boolean disturbed(Struck fault, long until) {
        return evidence.faults().stream()
                .anyMatch(other -> !other.equals(fault) && other.began() < until && other.healed() > fault.healed());
    }
}
