package dev.baton.bench.jobs;

import java.sql.Array;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ExecutionException;

/** What the database alone can do: bare claims of 500 with SKIP LOCKED and batched deletes; bare multi-row inserts of 500. */
final class FloorContestant implements Contestant {

    private static final int BATCH = 500;
    private static final String CLAIM =
            "UPDATE floor_jobs SET picked = true, picked_by = 'me', picked_at = clock_timestamp() WHERE id IN (SELECT id"
                    + " FROM floor_jobs WHERE NOT picked AND due <= now() ORDER BY due LIMIT 500 FOR UPDATE SKIP LOCKED)"
                    + " RETURNING id";

    private final JobsServer server;

    FloorContestant(JobsServer server) throws SQLException {
        this.server = server;
        server.execute(
                "CREATE TABLE floor_jobs (id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY, name text NOT NULL,"
                        + " payload text, due timestamptz NOT NULL, picked boolean NOT NULL DEFAULT false, picked_by text,"
                        + " picked_at timestamptz)");
        server.execute("CREATE INDEX floor_due ON floor_jobs (due) WHERE NOT picked");
    }

    @Override
    public String name() {
        return "floor: bare JDBC, 500 at a time, 1 connection (enqueue: 10)";
    }

    @Override
    public long enqueue(int jobs) throws SQLException, ExecutionException, InterruptedException {
        return insertBatches(server, jobs);
    }

    /** On any database: a table with a name, a payload and the time when it is due. */
    static long insertBatches(JobsDatabase server, int jobs)
            throws SQLException, ExecutionException, InterruptedException {
        server.execute("TRUNCATE TABLE floor_jobs");
        String insert = "INSERT INTO floor_jobs (name, payload, due) VALUES (?, ?, now())"
                + ", (?, ?, now())".repeat(BATCH - 1);
        return Parallel.nanos(10, jobs / BATCH, () -> {
            try (Connection connection = server.pool().getConnection();
                    PreparedStatement statement = connection.prepareStatement(insert)) {
                for (int i = 0; i < BATCH; i++) {
                    statement.setString(2 * i + 1, "noop");
                    statement.setString(2 * i + 2, "{\"n\": 1}");
                }
                return statement.executeUpdate();
            }
        });
    }

    @Override
    public long burnDown(int jobs) throws SQLException {
        long from = System.nanoTime();
        int done = 0;
        try (Connection connection = server.pool().getConnection();
                PreparedStatement claim = connection.prepareStatement(CLAIM);
                PreparedStatement delete = connection.prepareStatement("DELETE FROM floor_jobs WHERE id = ANY (?)")) {
            while (done < jobs) {
                List<Long> ids = new ArrayList<>();
                try (ResultSet rows = claim.executeQuery()) {
                    while (rows.next()) {
                        ids.add(rows.getLong(1));
                    }
                }
                Array array = connection.createArrayOf("int8", ids.toArray());
                delete.setArray(1, array);
                done += delete.executeUpdate();
            }
        }
        return System.nanoTime() - from;
    }
}
