package dev.baton.bench.jobs;

import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.atomic.AtomicInteger;

/**
 * What the database alone can do, for the same durable work: bare claims of 500 with SKIP LOCKED, then a DELETE that writes the
 * records of their runs; bare multi-row inserts of 500.
 */
final class FloorContestant implements Contestant {

    private static final int BATCH = 500;
    private static final String CLAIM =
            "UPDATE floor_jobs SET picked = true, picked_by = 'me', picked_at = clock_timestamp() WHERE id IN (SELECT"
                    + " id FROM floor_jobs WHERE NOT picked AND due <= now() ORDER BY due LIMIT 500 FOR UPDATE SKIP"
                    + " LOCKED) RETURNING id";
    private static final String END =
            "WITH gone AS (DELETE FROM floor_jobs WHERE id = ANY (?) RETURNING id, name, picked_at)"
                    + " INSERT INTO floor_runs (job_id, name, started_at, finished_at, outcome)"
                    + " SELECT id, name, picked_at, clock_timestamp(), 'completed' FROM gone";
    private static final int CONNECTIONS = 2;

    private final JobsServer server;
    private final Shape shape;

    FloorContestant(JobsServer server, Shape shape) throws SQLException {
        this.server = server;
        this.shape = shape;
        server.execute(
                "DROP TABLE IF EXISTS floor_jobs, floor_runs",
                "CREATE TABLE floor_runs (job_id bigint PRIMARY KEY, name text NOT NULL, started_at timestamptz,"
                        + " finished_at timestamptz, outcome text)",
                "CREATE TABLE floor_jobs (id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY, name text NOT NULL,"
                        + " payload text, due timestamptz NOT NULL, picked boolean NOT NULL DEFAULT false, picked_by text,"
                        + " picked_at timestamptz)");
        server.execute("CREATE INDEX floor_due ON floor_jobs (due) WHERE NOT picked");
    }

    @Override
    public String name() {
        return "floor: bare JDBC, 500 at a time, 2 connections (enqueue: 10)";
    }

    @Override
    public long enqueue(int jobs) throws SQLException, ExecutionException, InterruptedException {
        server.execute("TRUNCATE TABLE floor_runs");
        return insertBatches(server, jobs, shape);
    }

    /** On any database: a table with a name, a payload and the time when it is due. */
    static long insertBatches(JobsDatabase server, int jobs, Shape shape)
            throws SQLException, ExecutionException, InterruptedException {
        server.execute("TRUNCATE TABLE floor_jobs");
        String insert = "INSERT INTO floor_jobs (name, payload, due) VALUES (?, ?, now())"
                + ", (?, ?, now())".repeat(BATCH - 1);
        return Parallel.nanos(10, jobs / BATCH, () -> {
            try (Connection connection = server.pool().getConnection();
                    PreparedStatement statement = connection.prepareStatement(insert)) {
                for (int i = 0; i < BATCH; i++) {
                    statement.setString(2 * i + 1, "noop");
                    statement.setString(2 * i + 2, shape.payload());
                }
                return statement.executeUpdate();
            }
        });
    }

    @Override
    public long burnDown(int jobs) throws ExecutionException, InterruptedException {
        AtomicInteger done = new AtomicInteger();
        return Parallel.nanos(CONNECTIONS, CONNECTIONS, () -> burn(jobs, done));
    }

    private int burn(int jobs, AtomicInteger done) throws SQLException {
        try (Connection connection = server.pool().getConnection();
                PreparedStatement claim = connection.prepareStatement(CLAIM);
                PreparedStatement end = connection.prepareStatement(END)) {
            while (done.get() < jobs) {
                List<Long> ids = new ArrayList<>();
                try (ResultSet rows = claim.executeQuery()) {
                    while (rows.next()) {
                        ids.add(rows.getLong(1));
                    }
                }
                if (!ids.isEmpty()) {
                    end.setArray(1, connection.createArrayOf("int8", ids.toArray()));
                    done.addAndGet(end.executeUpdate());
                }
            }
            return done.get();
        }
    }
}
