package dev.baton.bench.jobs;

import dev.baton.bench.Benchmark;
import dev.baton.bench.Settings;
import dev.baton.bench.report.Report;
import dev.baton.bench.report.Sample;
import dev.baton.bench.report.Verdict;
import dev.baton.jobs.JobRequest;
import dev.baton.jobs.Jobs;
import dev.baton.sql.Baton;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;
import java.util.UUID;
import java.util.concurrent.ExecutionException;
import org.postgresql.PGConnection;

/** Storing jobs in batches, beside COPY and multi-row INSERT into a bare table with a key and an index of what is due. */
public final class EnqueueBench implements Benchmark {

    private static final int BATCH = 5_000;
    private static final int ROWS = 500;

    @Override
    public String name() {
        return "jobs-enqueue";
    }

    @Override
    public String summary() {
        return "enqueue of jobs in batches of 5,000 beside COPY, and with unique keys beside multi-row INSERT, 1 and"
                + " 10 threads";
    }

    /** Stores one batch. */
    private interface Store {
        void batch(Jobs client) throws Exception;
    }

    @Override
    public void run(Settings settings, Report report)
            throws ExecutionException, InterruptedException, IOException, SQLException {
        try (JobsServer server = JobsServer.withTables();
                Baton baton = server.baton("client");
                Jobs client = Jobs.on(baton).clientOnly().start()) {
            server.execute(
                    "CREATE TABLE bare (id uuid PRIMARY KEY, name text NOT NULL, payload text, due timestamptz NOT NULL"
                            + " DEFAULT now(), picked boolean NOT NULL DEFAULT false, unique_key text)",
                    "CREATE INDEX bare_due ON bare (due) WHERE NOT picked",
                    "CREATE UNIQUE INDEX bare_keys ON bare (name, unique_key) WHERE unique_key IS NOT NULL");
            for (int threads : new int[] {1, 10}) {
                compare(server, client, threads, settings, report);
            }
        }
    }

    private static void compare(JobsServer server, Jobs client, int threads, Settings settings, Report report)
            throws ExecutionException, InterruptedException, SQLException {
        int batches = settings.rounds(20, 1);
        Sample plain = new Sample();
        Sample keyed = new Sample();
        for (int round = -settings.rounds(2, 0); round < settings.rounds(9, 1); round++) {
            double copy = rate(server, client, threads, batches, c -> copy(server));
            double ours = rate(server, client, threads, batches, c -> c.enqueue(requests(false)));
            double rows = rate(server, client, threads, batches, c -> insert(server));
            double keys = rate(server, client, threads, batches, c -> c.enqueue(requests(true)));
            if (round >= 0) {
                plain.add(ours / copy);
                keyed.add(keys / rows);
                report.progress("COPY %,.0f/s, plain %,.0f, multi-row %,.0f, unique %,.0f", copy, ours, rows, keys);
            }
        }
        String by = threads == 1 ? "one thread" : threads + " threads";
        report.line(
                "%s: × COPY from %.2f to %.2f, × INSERT from %.2f to %.2f",
                by, plain.min(), plain.max(), keyed.min(), keyed.max());
        report.verdict(Verdict.atLeast("plain, " + by, 0.85, 1, plain.median(), "× COPY"));
        report.verdict(Verdict.atLeast("with unique keys, " + by, 0.8, 1, keyed.median(), "× multi-row INSERT"));
    }

    /** Jobs per second, into empty tables. */
    private static double rate(JobsServer server, Jobs client, int threads, int batches, Store store)
            throws ExecutionException, InterruptedException, SQLException {
        server.execute("TRUNCATE TABLE bare", "TRUNCATE TABLE baton_jobs");
        long nanos = Parallel.nanos(threads, batches, () -> {
            store.batch(client);
            return null;
        });
        return batches * BATCH * 1e9 / nanos;
    }

    private static List<JobRequest> requests(boolean keys) {
        List<JobRequest> requests = new ArrayList<>(BATCH);
        for (int i = 0; i < BATCH; i++) {
            JobRequest request = JobRequest.of("noop").payload(Shape.NO_OP.payload());
            requests.add(keys ? request.uniqueKey(UUID.randomUUID().toString()) : request);
        }
        return requests;
    }

    private static void copy(JobsServer server) throws Exception {
        StringBuilder rows = new StringBuilder(BATCH * 64);
        for (int i = 0; i < BATCH; i++) {
            rows.append(UUID.randomUUID())
                    .append("\tnoop\t")
                    .append(Shape.NO_OP.payload())
                    .append('\n');
        }
        try (Connection connection = server.pool().getConnection()) {
            connection
                    .unwrap(PGConnection.class)
                    .getCopyAPI()
                    .copyIn(
                            "COPY bare (id, name, payload) FROM STDIN",
                            new ByteArrayInputStream(rows.toString().getBytes(StandardCharsets.UTF_8)));
        }
    }

    private static void insert(JobsServer server) throws Exception {
        String insert = "INSERT INTO bare (id, name, payload, unique_key) VALUES (?, ?, ?, ?)"
                + ", (?, ?, ?, ?)".repeat(ROWS - 1);
        try (Connection connection = server.pool().getConnection();
                PreparedStatement statement = connection.prepareStatement(insert)) {
            connection.setAutoCommit(false);
            for (int batch = 0; batch < BATCH / ROWS; batch++) {
                for (int i = 0; i < ROWS; i++) {
                    statement.setObject(4 * i + 1, UUID.randomUUID());
                    statement.setString(4 * i + 2, "noop");
                    statement.setString(4 * i + 3, Shape.NO_OP.payload());
                    statement.setString(4 * i + 4, UUID.randomUUID().toString());
                }
                statement.executeUpdate();
            }
            connection.commit();
            connection.setAutoCommit(true);
        }
    }
}
