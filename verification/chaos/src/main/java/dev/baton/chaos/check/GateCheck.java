package dev.baton.chaos.check;

import dev.baton.chaos.history.Gates;
import dev.baton.chaos.history.Gates.Opening;
import dev.baton.chaos.node.Roles;
import java.sql.SQLException;
import java.util.HashMap;
import java.util.Map;
import java.util.Set;

/**
 * Gates of exclusive roles, on the one stopwatch that all processes of a machine share. A term that was not left in order
 * counts as open until the deadline of its last logged heartbeat, whatever its process did or wrote afterwards. A lease that
 * its own holder gave up is left in order, though its end is called lost: it shuts its gate, then releases the row.
 */
final class GateCheck {

    /** Logs keep milliseconds. */
    private static final long LOG_NANOS = 3_000_000;

    private final Evidence evidence;
    private final Set<String> leftInOrder;
    private final Map<String, String> holders = new HashMap<>();

    GateCheck(Evidence evidence) throws SQLException {
        this.evidence = evidence;
        this.leftInOrder = Set.copyOf(Query.all(
                evidence.database(),
                "SELECT DISTINCT CONCAT(lease_name, ' ', lease_epoch) FROM baton_leader_events"
                        + " WHERE event IN ('released', 'drained', 'transferred') OR (event = 'lost'"
                        + " AND reason NOT LIKE 'not released;%' AND reason <> 'its row was changed by hand')",
                row -> row.getString(1)));
        Query.all(
                evidence.database(),
                "SELECT CONCAT(lease_name, ' ', lease_epoch), holder_id FROM baton_leader_events WHERE event = 'acquired'",
                row -> holders.put(row.getString(1), row.getString(2)));
    }

    Finding overlaps() {
        Tally tally = new Tally("Gates of exclusive roles never overlapped");
        Gates gates = evidence.history().gates();
        for (String role : gates.roles()) {
            boolean promised = !(evidence.stepped()
                    && Roles.manner(role, evidence.engine()).equals("lease"));
            if (Roles.exclusive(role, evidence.engine()) && promised) {
                check(role, gates.of(role), tally);
            }
        }
        return tally.finding();
    }

    private void check(String role, Map<Long, Opening> terms, Tally tally) {
        boolean watched = Roles.ofApplication(evidence.engine()).containsKey(role);
        long end = Long.MIN_VALUE;
        long seenOpen = Long.MIN_VALUE;
        String who = "";
        String before = "";
        for (Map.Entry<Long, Opening> term : terms.entrySet()) {
            Opening opening = term.getValue();
            if (opening.wasSeen()) {
                String holder = holders.getOrDefault(role + " " + term.getKey(), "unknown");
                if (holder.equals(before)) {
                    end = Math.min(end, seenOpen); // one process, one gate: it knows that it was shut
                }
                before = holder;
                seenOpen = Math.max(seenOpen, opening.last());
                long begun = watched ? opening.first() : opening.first() + LOG_NANOS;
                String text = role + " under epoch " + term.getKey() + " on " + opening.node();
                tally.expect(
                        begun >= end,
                        text + " was open " + (end - begun) / 1_000_000.0 + " ms before the gate of " + who
                                + " was certainly shut");
            }
            boolean inOrder = leftInOrder.contains(role + " " + term.getKey());
            long until = inOrder ? opening.last() : opening.deadline();
            if (until > end) {
                end = until;
                who = "epoch " + term.getKey() + " on " + opening.node();
            }
        }
    }
}
