package dev.baton.chaos.check;

import dev.baton.chaos.history.Operation;
import dev.baton.chaos.node.Roles;
import java.sql.SQLException;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/** Counters lose nothing and count nothing twice; the register is linearizable. */
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

    private Finding linearizable() {
        List<Operation> register = evidence.history().operations().stream()
                .filter(operation -> operation.role().equals(Roles.REGISTER))
                .filter(operation -> !evidence.excuses().append(operation.id()))
                .toList();
        Map<String, Long> positions = new HashMap<>();
        byId.forEach((id, entry) -> positions.put(id, entry.position));
        return Linearizability.check(register, positions);
    }
}
