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
 * What MariaDB or MySQL alone can do: bare claims of 500 with SKIP LOCKED, then the records of their runs and a DELETE, each
 * for all of them; two commits for 500 jobs, as many as ours.
 */
final class ListFloorContestant implements Contestant {

    private static final int BATCH = 500;
    private static final int CONNECTIONS = 2;
    private static final String IDS = "id IN (?" + ", ?".repeat(BATCH - 1) + ")";
    private static final String FIND =
            "SELECT id FROM floor_jobs WHERE picked = 0 AND due <= now(6) ORDER BY due LIMIT 500 FOR UPDATE SKIP"
                    + " LOCKED";
    private static final String PICK =
            "UPDATE floor_jobs SET picked = 1, picked_by = 'me', picked_at = now(6) WHERE " + IDS;
    private static final String RECORD = "INSERT INTO floor_runs (job_id, name, started_at, finished_at, outcome)"
            + " SELECT id, name, picked_at, now(6), 'completed' FROM floor_jobs WHERE " + IDS;
    private static final String DELETE = "DELETE FROM floor_jobs WHERE " + IDS;

    private final JobsDatabase server;

    ListFloorContestant(JobsDatabase server) throws SQLException {
        this.server = server;
        server.execute(
                "CREATE TABLE floor_jobs (id bigint AUTO_INCREMENT PRIMARY KEY, name varchar(128) NOT NULL, payload"
                        + " longtext, due datetime(6) NOT NULL, picked boolean NOT NULL DEFAULT false, picked_by"
                        + " varchar(128), picked_at datetime(6), KEY floor_due (picked, due))",
                "CREATE TABLE floor_runs (job_id bigint PRIMARY KEY, name varchar(128) NOT NULL, started_at"
                        + " datetime(6), finished_at datetime(6), outcome varchar(16), KEY floor_finished (finished_at))");
    }

    @Override
    public String name() {
        return "floor: bare JDBC, 500 at a time, 2 connections (enqueue: 10)";
    }

    @Override
    public long enqueue(int jobs) throws SQLException, ExecutionException, InterruptedException {
        server.execute("TRUNCATE TABLE floor_runs");
        return FloorContestant.insertBatches(server, jobs, Shape.NO_OP);
    }

    @Override
    public long burnDown(int jobs) throws ExecutionException, InterruptedException {
        AtomicInteger done = new AtomicInteger();
        return Parallel.nanos(CONNECTIONS, CONNECTIONS, () -> burn(jobs, done));
    }

    private int burn(int jobs, AtomicInteger done) throws SQLException {
        try (Connection connection = server.pool().getConnection();
                PreparedStatement find = connection.prepareStatement(FIND);
                PreparedStatement pick = connection.prepareStatement(PICK);
                PreparedStatement write = connection.prepareStatement(RECORD);
                PreparedStatement delete = connection.prepareStatement(DELETE)) {
            connection.setAutoCommit(false);
            while (done.get() < jobs) {
                List<Long> ids = find(find);
                if (!ids.isEmpty()) {
                    update(pick, ids);
                    connection.commit();
                    update(write, ids);
                    int deleted = update(delete, ids);
                    connection.commit();
                    done.addAndGet(deleted);
                } else {
                    connection.commit();
                }
            }
            return done.get();
        }
    }

    private static List<Long> find(PreparedStatement find) throws SQLException {
        List<Long> ids = new ArrayList<>();
        try (ResultSet rows = find.executeQuery()) {
            while (rows.next()) {
                ids.add(rows.getLong(1));
            }
        }
        return ids;
    }

    /** Where there are fewer, the last one stands there again. */
    private static int update(PreparedStatement statement, List<Long> ids) throws SQLException {
        for (int i = 0; i < BATCH; i++) {
            statement.setLong(i + 1, ids.get(Math.min(i, ids.size() - 1)));
        }
        return statement.executeUpdate();
    }
}
