package dev.baton.chaos.check;

import dev.baton.chaos.node.Roles;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.NavigableMap;
import java.util.TreeMap;

/**
 * The order of commits: a former leader changes nothing any more. PostgreSQL stamps every commit with its time. Elsewhere rows
 * of the application carry a number from a row that stays locked, or is certified, until the commit; no other rows have one.
 */
final class FenceCheck {

    /**
     * A fenced row, or the grant of a term.
     *
     * @param committed microseconds by the server's clock, or a number that grows with each commit of the role
     */
    private record Row(String role, long epoch, String holder, long committed, String what) {}

    private static final String COMMITTED =
            "CAST(extract(epoch FROM pg_xact_commit_timestamp(%sxmin)) * 1000000 AS bigint)";

    private final List<Row> writes = new ArrayList<>();
    private final List<Row> grants;
    private final boolean stepped;
    private final boolean stamped;

    FenceCheck(Evidence evidence) throws SQLException {
        stepped = evidence.stepped();
        stamped = evidence.engine().stampsCommits();
        String when = stamped ? COMMITTED.formatted("") : "0";
        writes.addAll(rows(
                evidence,
                "SELECT role, epoch, holder, " + (stamped ? when : "committed")
                        + ", CONCAT(role, ' ', position) FROM chaos_appends"));
        if (stamped) {
            writes.addAll(rows(
                    evidence,
                    "SELECT '" + Roles.EXECUTOR + "', lease_epoch, holder_id, " + when
                            + ", CONCAT(intent_id, ':', attempt_number) FROM submission_attempts"));
        }
        grants = rows(
                evidence,
                "SELECT lease_name, lease_epoch, holder_id, " + when
                        + ", event FROM baton_leader_events WHERE event = 'acquired'");
    }

    private static List<Row> rows(Evidence evidence, String query) throws SQLException {
        return Query.all(
                evidence.database(),
                query,
                row -> new Row(row.getString(1), row.getLong(2), row.getString(3), row.getLong(4), row.getString(5)));
    }

    List<Finding> findings() {
        List<Finding> findings = new ArrayList<>(List.of(oneHolder()));
        if (!stepped) {
            findings.add(monotone());
        }
        if (!stepped && stamped) {
            findings.add(noneAfterGrant());
        }
        return findings;
    }

    private Finding oneHolder() {
        Tally tally = new Tally("One holder per epoch");
        Map<String, String> holders = new HashMap<>();
        for (Row grant : grants) {
            String before = holders.put(grant.role + " " + grant.epoch, grant.holder);
            tally.expect(before == null, grant + " was granted before, to " + before);
        }
        for (Row write : writes) {
            String holder = holders.get(write.role + " " + write.epoch);
            tally.expect(write.holder.equals(holder), write + " is not by the holder of its epoch, " + holder);
        }
        return tally.finding();
    }

    private Finding monotone() {
        Tally tally = new Tally("Epochs never decrease in commit order");
        Map<String, Row> latest = new HashMap<>();
        writes.sort(Comparator.comparingLong(Row::committed).thenComparingLong(Row::epoch));
        for (Row write : writes) {
            Row before = latest.put(write.role, write);
            tally.expect(before == null || before.epoch <= write.epoch, write + " was committed after " + before);
        }
        return tally.finding();
    }

    private Finding noneAfterGrant() {
        Tally tally = new Tally("No commit of an epoch after the grant of a later one");
        Map<String, NavigableMap<Long, Row>> granted = new HashMap<>();
        for (Row grant : grants) {
            granted.computeIfAbsent(grant.role, role -> new TreeMap<>()).put(grant.epoch, grant);
        }
        for (Row write : writes) {
            var next = granted.getOrDefault(write.role, new TreeMap<>()).higherEntry(write.epoch);
            tally.expect(
                    next == null || write.committed < next.getValue().committed,
                    write + " was committed after " + (next == null ? "" : next.getValue()));
        }
        return tally.finding();
    }
}
