package dev.baton.chaos.check;

import dev.baton.chaos.history.Journal;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;

/** Reads what a run of shards has left: the table, the history of the roles, the journals of the processes. */
public final class ShardEvidence {

    private static final String COMMITTED =
            "CAST(extract(epoch FROM pg_xact_commit_timestamp(xmin)) * 1000000 AS bigint)";

    private ShardEvidence() {}

    /** @param group the role that is divided */
    public static ShardCheck read(Connection database, String group, List<Path> journals) throws SQLException {
        List<ShardSight> sights = new ArrayList<>();
        for (Path journal : journals) {
            Journal.read(journal).stream()
                    .filter(fields -> fields[0].equals("G"))
                    .map(ShardSight::of)
                    .forEach(sights::add);
        }
        List<ShardRow> rows = Query.all(
                database,
                "SELECT key, layout, shards, shard, epoch, holder, " + COMMITTED + " FROM chaos_shard_rows",
                row -> new ShardRow(
                        row.getString(1),
                        row.getLong(2),
                        row.getInt(3),
                        row.getInt(4),
                        row.getLong(5),
                        row.getString(6),
                        row.getLong(7)));
        List<ShardGrant> grants = Query.all(
                database,
                "SELECT CAST(substr(lease_name, " + (group.length() + 2) + ") AS int), lease_epoch, holder_id, "
                        + COMMITTED + " FROM baton_leader_events WHERE event = 'acquired' AND lease_name ~ '^" + group
                        + "[.][0-9]+$'",
                row -> new ShardGrant(row.getInt(1), row.getLong(2), row.getString(3), row.getLong(4)));
        return new ShardCheck(sights, rows, grants);
    }
}
