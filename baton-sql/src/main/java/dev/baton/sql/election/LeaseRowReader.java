package dev.baton.sql.election;

import dev.baton.spi.DatabaseHistory;
import dev.baton.spi.LeaseRow;
import dev.baton.spi.Sighting;
import dev.baton.sql.jdbc.Command;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.Duration;
import java.util.Optional;

/** Reads what the statements say about the row of a role. */
final class LeaseRowReader {

    private LeaseRowReader() {}

    /** @param retakes whether there may be terms that no history knows of */
    static LeaseRows.Reading read(ResultSet r, boolean retakes) throws SQLException {
        Optional<LeaseRow> row = Optional.empty();
        if (r.getString("holder_id") != null) {
            row = Optional.of(new LeaseRow(
                    r.getString("holder_id"),
                    r.getString("node_id"),
                    r.getLong("lease_epoch"),
                    r.getString("strategy"),
                    r.getString("takeover"),
                    Duration.ofMillis(r.getLong("lease_ms")),
                    Duration.ofMillis(r.getLong("trust_ms")),
                    r.getBoolean("expired"),
                    Duration.ofMillis(r.getLong("remaining_ms")),
                    Duration.ofMillis(r.getLong("age_ms")),
                    r.getBoolean("released"),
                    Optional.ofNullable(r.getString("reserved_for")),
                    r.getLong("timeline"),
                    r.getLong("scope_key"),
                    r.getString("session_id"),
                    Optional.ofNullable(Command.instant(r, "expires_at"))));
        }
        return new LeaseRows.Reading(row, now(r, retakes), Optional.ofNullable(r.getString("preferred")));
    }

    private static DatabaseHistory now(ResultSet r, boolean retakes) throws SQLException {
        long timeline = r.getLong("current_timeline");
        long recorded = r.getLong("highest_recorded");
        boolean complete = recorded == 0 || !retakes;
        long highest = complete ? recorded : recorded + ShortLeases.UNRECORDED;
        return timeline < 0
                ? new DatabaseHistory(timeline, r.getLong("clock_micros") / 1000, highest, r.getLong("elsewhere") > 0)
                : new DatabaseHistory(timeline, 0, highest, false, Duration.ofMillis(r.getLong("history_ms")));
    }

    /** Who holds the role, for whoever waits for it. */
    static Sighting sighting(ResultSet r) throws SQLException {
        if (r.getString("holder_id") == null) {
            // Without a row nothing will ever expire: only the session that has the lock can tell whether somebody
            // lives.
            return Sighting.nobody(Duration.ZERO);
        }
        return new Sighting(
                r.getString("holder_id"),
                r.getString("node_id"),
                r.getLong("lease_epoch"),
                r.getBoolean("released") ? Duration.ZERO : Duration.ofMillis(r.getLong("remaining_ms")),
                Duration.ofMillis(r.getLong("age_ms")),
                r.getString("session_id"),
                Optional.ofNullable(Command.instant(r, "expires_at")));
    }
}
