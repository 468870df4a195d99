package dev.baton.chaos.check;

import dev.baton.chaos.history.Operation;
import dev.baton.chaos.node.Roles;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeSet;

/**
 * Counters lose nothing and count nothing twice; the register is linearizable.
 *
 * <p>A list that only grows makes the second simple: its final order <em>is</em> the order of the appends, and a read
 * belongs just after the entry that it saw last. So every operation has one place, and the history is linearizable exactly
 * if no operation that ended before another began has a later place than that one.
 */
final class RegisterCheck {

    private record Entry(String role, long position, String id) {}

    private final Evidence evidence;
    private final List<Entry> entries;
    private final Map<String, Entry> byId = new HashMap<>();

    RegisterCheck(Evidence evidence) throws SQLException {
        this.evidence = evidence;
        this.entries = Query.all(
                evidence.database(),
                "SELECT role, position, id FROM chaos_appends ORDER BY role, position",
                row -> new Entry(row.getString(1), row.getLong(2), row.getString(3)));
        entries.forEach(entry -> byId.put(entry.id, entry));
    }

    List<Finding> findings() {
        return List.of(counted(), linearizable());
    }

    private Finding counted() {
        Tally tally =
                new Tally("Counters: nothing acknowledged lost, nothing refused done, no number twice or left out");
        Map<String, Long> last = new HashMap<>();
        for (Entry entry : entries) {
            long before = last.getOrDefault(entry.role, 0L);
            tally.expect(entry.position == before + 1, entry + " comes after number " + before);
            last.put(entry.role, entry.position);
        }
        for (Operation operation : evidence.history().operations()) {
            if (operation.kind().equals("A") && !evidence.excuses().append(operation.id())) {
                Entry entry = byId.get(operation.id());
                boolean good = switch (operation.result()) {
                    case "ok" -> entry != null && entry.position == operation.position();
                    case "fail" -> entry == null;
                    default -> true;
                };
                tally.expect(good, operation + " is " + entry);
            }
        }
        return tally.finding();
    }

    /** An operation with its place in the one possible order. */
    private record Placed(Operation operation, long place) {}

    private Finding linearizable() {
        Tally tally = new Tally("The register is linearizable");
        List<Placed> placed = new ArrayList<>();
        for (Operation operation : evidence.history().operations()) {
            if (operation.role().equals(Roles.REGISTER) && operation.ok()) {
                place(operation, placed, tally);
            }
        }
        placed.sort(Comparator.comparingLong(each -> each.operation.invoked()));
        TreeSet<Placed> pending = new TreeSet<>(Comparator.<Placed>comparingLong(each -> each.operation.done())
                .thenComparing(each -> each.operation.id() + each.operation.invoked()));
        long floor = 0;
        for (Placed next : placed) {
            while (!pending.isEmpty() && pending.first().operation.done() < next.operation.invoked()) {
                floor = Math.max(floor, pending.pollFirst().place);
            }
            tally.expect(
                    next.place >= floor, next.operation + " comes before an operation that had ended, at " + floor);
            pending.add(next);
        }
        return tally.finding();
    }

    /** Appends at odd places, reads of what they left behind at the even ones that follow. */
    private void place(Operation operation, List<Placed> placed, Tally tally) {
        if (evidence.excuses().append(operation.id())) {
            return;
        }
        boolean read = operation.kind().equals("R");
        Entry entry = byId.get(operation.id());
        if (read && operation.position() == 0) {
            placed.add(new Placed(operation, 0));
        } else if (entry == null || entry.position != operation.position()) {
            tally.violation(operation + " is not in the final list: " + entry);
        } else {
            placed.add(new Placed(operation, 2 * entry.position - (read ? 0 : 1)));
        }
    }
}
