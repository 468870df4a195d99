package dev.baton.sql.dialect;

import dev.baton.sql.jdbc.Command;
import dev.baton.sql.jdbc.SqlCatalog;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** {@link PostgresFence} for several roles in one transaction: all locks, then one look at all rows, in one round trip. */
final class PostgresFences {

    /** What holds up one of these roles holds up the others no longer than this. */
    private static final Duration PATIENCE = Duration.ofMillis(100);

    private PostgresFences() {}

    private record Row(String role, FenceReading.Term term) {}

    /** The rows of all these roles; none if one of their locks is not free, or the transaction could not be judged by them. */
    static Map<String, FenceReading.Term> tryEnter(
            Connection connection, SqlCatalog sql, List<RoleKeys> roles, Duration bound) throws SQLException {
        Command enter = sql.get("fences-enter")
                .set("fence_key", roles.stream().map(RoleKeys::fenceKey).toArray(Long[]::new))
                .set("role", roles.stream().map(RoleKeys::role).toArray(String[]::new))
                .set("patience", PATIENCE.toMillis() + "ms")
                .set("bound", bound.toMillis() + "ms");
        return enter.both(connection, row -> row.getBoolean("locked"), PostgresFences::row, PostgresFences::terms);
    }

    private static Map<String, FenceReading.Term> terms(Optional<Boolean> locked, List<Row> rows) {
        Map<String, FenceReading.Term> terms = new HashMap<>();
        if (locked.orElse(false)) {
            rows.forEach(row -> terms.put(row.role(), row.term()));
        }
        return terms;
    }

    private static Row row(ResultSet row) throws SQLException {
        return new Row(
                row.getString("lease_name"),
                new FenceReading.Term(
                        row.getString("holder_id"),
                        row.getLong("lease_epoch"),
                        row.getBoolean("expired"),
                        row.getBoolean("same_timeline")));
    }
}
