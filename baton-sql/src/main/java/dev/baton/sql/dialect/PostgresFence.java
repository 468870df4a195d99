package dev.baton.sql.dialect;

import dev.baton.sql.jdbc.SqlCatalog;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.Duration;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * A fence made of an advisory lock. Lock and look are two statements in one round trip: each has a snapshot of its own, so
 * the row is read as it is once the lock is granted. Nearly always the lock is free and the session has no time-outs of its
 * own; then that is all. Who has to wait, or to shorten a time-out, pays further round trips. A transaction that has written
 * something may only enter again.
 */
final class PostgresFence {

    private static final Set<String> FRESH_SNAPSHOTS = Set.of("read committed", "read uncommitted");

    /** A setting as the server shows it. */
    private static final Pattern TIME = Pattern.compile("(\\d+)(ms|s|min|h|d)");

    private static final Map<String, Long> MILLIS =
            Map.of("ms", 1L, "s", 1_000L, "min", 60_000L, "h", 3_600_000L, "d", 86_400_000L);

    private final Connection connection;
    private final SqlCatalog sql;
    private final RoleKeys keys;
    private final String bound;
    private final long boundMillis;

    PostgresFence(Connection connection, SqlCatalog sql, RoleKeys keys, Duration bound) {
        this.connection = connection;
        this.sql = sql;
        this.keys = keys;
        this.boundMillis = bound.toMillis();
        this.bound = boundMillis + "ms";
    }

    /**
     * What one round trip found.
     *
     * @param longest the longest of the transaction's time-outs, in milliseconds
     */
    private record Row(FenceReading reading, long longest) {}

    /** @param waits whether somebody else has the lock, or is to have it first */
    private record Look(boolean waits, Optional<Row> row) {}

    FenceReading enter() throws SQLException {
        Look look = look();
        if (look.row().isPresent() && look.row().get().longest() > boundMillis) {
            sql.get("fence-shorten").set("bound", bound).run(connection);
        }
        if (look.row().isPresent() && look.waits()) {
            sql.get("fence-wait")
                    .set("fence_key", keys.fenceKey())
                    .run(connection); // for as long as a statement may take
            look = look();
        }
        FenceReading reading = look.row().map(Row::reading).orElse(FenceReading.nothing());
        return reading.late() && holds() ? reading.inTime() : reading;
    }

    private Look look() throws SQLException {
        return sql.get("fence-enter")
                .set("fence_key", keys.fenceKey())
                .set("bound", bound)
                .set("role", keys.role())
                .firstOfBoth(
                        connection,
                        row -> row.getBoolean(1),
                        row -> new Row(reading(row), Math.max(millis(row.getString(7)), millis(row.getString(8)))),
                        (locked, row) -> new Look(!locked.orElse(true), row));
    }

    private static FenceReading reading(ResultSet row) throws SQLException {
        String isolation = row.getString(1);
        return new FenceReading(
                FRESH_SNAPSHOTS.contains(isolation) ? "" : isolation,
                row.getBoolean(2),
                true,
                row.getString(3),
                row.getLong(4),
                row.getBoolean(5),
                row.getBoolean(6));
    }

    private static long millis(String setting) {
        Matcher time = TIME.matcher(setting);
        return time.matches() ? Long.parseLong(time.group(1)) * MILLIS.get(time.group(2)) : Long.MAX_VALUE;
    }

    private boolean holds() throws SQLException {
        return sql.get("fence-held")
                .set("fence_key", keys.fenceKey())
                .first(connection, row -> true)
                .isPresent();
    }
}
