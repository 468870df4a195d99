package dev.baton.bench.submissions;

import dev.baton.bench.Benchmark;
import dev.baton.bench.Settings;
import dev.baton.bench.postgres.DurablePostgres;
import dev.baton.bench.report.Report;
import dev.baton.bench.report.Sample;
import dev.baton.bench.report.Verdict;
import dev.baton.submissions.model.IntentRequest;
import java.io.IOException;
import java.security.MessageDigest;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.SQLException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.atomic.AtomicLong;
import javax.sql.DataSource;

/**
 * Accepting intents beside plain JDBC that inserts the same rows: into a table with the same columns, defaults, checks and
 * indexes, which is the floor that is judged by, and into a bare table with a key and one index, for comparison.
 */
public final class AcceptBench implements Benchmark {

    private static final int BATCH = 500;
    private static final String SAME_TABLE = "CREATE TABLE same_intents (LIKE submission_intents INCLUDING ALL)";
    private static final String BARE_TABLE = """
        CREATE TABLE bare_intents (intent_id varchar(200) COLLATE "C" PRIMARY KEY, submission_target varchar(200),
            payload bytea, payload_hash bytea, contract text, gateway varchar(100),
            status varchar(16) DEFAULT 'pending', attempt_count int DEFAULT 0,
            next_attempt_at timestamptz DEFAULT clock_timestamp(), created_at timestamptz DEFAULT clock_timestamp(),
            last_modified_at timestamptz DEFAULT clock_timestamp())
        """;
    private static final String BARE_INDEX =
            "CREATE INDEX bare_due ON bare_intents (next_attempt_at) WHERE status = 'pending'";
    private static final String COLUMNS = " (intent_id, submission_target, payload, payload_hash, contract, gateway) ";
    private static final String CONTRACT = "{\"gateway\":\"fake\"," + " ".repeat(300) + "\"policy\":\"max_attempts\"}";

    private final AtomicLong number = new AtomicLong();

    /** Does something once, under a number of its own. */
    private interface Act {
        void run(long n) throws Exception;
    }

    @Override
    public String name() {
        return "accept";
    }

    @Override
    public String summary() {
        return "accepting intents against plain JDBC inserting the same rows, 1, 10 and 100 clients, and in batches";
    }

    @Override
    public void run(Settings settings, Report report)
            throws ExecutionException, InterruptedException, IOException, SQLException {
        try (DurablePostgres postgres = DurablePostgres.start();
                IntentNode node = IntentNode.follower(postgres)) {
            postgres.execute(SAME_TABLE, BARE_TABLE, BARE_INDEX);
            compare(settings, report, node, 1, 0.7, 1);
            compare(settings, report, node, 10, 1, 1.2);
            compare(settings, report, node, 100, 3, 3);
            compareBatches(settings, report, node);
        }
    }

    private void compare(Settings settings, Report report, IntentNode node, int clients, double required, double goal)
            throws ExecutionException, InterruptedException {
        Sample same = new Sample();
        Sample bare = new Sample();
        Sample ours = new Sample();
        Sample ratios = new Sample();
        Sample bareRatios = new Sample();
        for (int round = -settings.rounds(2, 1); round < settings.rounds(12, 1); round++) {
            Duration time = Duration.ofMillis(settings.rounds(1000, 200));
            double floor = measure(clients, time, n -> insert(node.pool, "same_intents", n));
            double accept = measure(clients, time, n -> node.manager.accept(IntentNode.request("a", n, "quick")));
            double least = measure(clients, time, n -> insert(node.pool, "bare_intents", n));
            if (round >= 0) {
                same.add(floor);
                bare.add(least);
                ours.add(accept);
                ratios.add(accept / floor);
                bareRatios.add(accept / least);
            }
        }
        report.line("%3d clients, plain JDBC, a commit each, same table: %s", clients, same.perSecond());
        report.line("%3d clients, plain JDBC, a commit each, bare table: %s", clients, bare.perSecond());
        report.line("%3d clients, accept:                                %s", clients, ours.perSecond());
        report.line("   %.2f × plain JDBC with the bare table", bareRatios.median());
        report.verdict(Verdict.atLeast(
                "accepting, " + clients + (clients == 1 ? " client" : " clients"),
                required,
                goal,
                ratios.median(),
                "× plain JDBC"));
    }

    private void compareBatches(Settings settings, Report report, IntentNode node)
            throws ExecutionException, InterruptedException {
        Sample plain = new Sample();
        Sample ours = new Sample();
        Sample ratios = new Sample();
        for (int round = -1; round < settings.rounds(10, 1); round++) {
            Duration time = Duration.ofMillis(settings.rounds(1000, 200));
            double floor = measure(2, time, n -> insertMany(node.pool, n)) * BATCH;
            double accept = measure(2, time, n -> acceptMany(node, n)) * BATCH;
            if (round >= 0) {
                plain.add(floor);
                ours.add(accept);
                ratios.add(accept / floor);
            }
        }
        report.line("multi-row insert of %d, 2 clients: %s", BATCH, plain.perSecond());
        report.line("batch accept of %d, 2 clients:     %s", BATCH, ours.perSecond());
        report.verdict(Verdict.atLeast("batch accept", 0.5, 0.7, ratios.median(), "× multi-row insert"));
    }

    private double measure(int clients, Duration time, Act act) throws ExecutionException, InterruptedException {
        ExecutorService threads = Executors.newFixedThreadPool(clients);
        try {
            long began = System.nanoTime();
            long end = began + time.toNanos();
            List<Callable<Long>> tasks = new ArrayList<>();
            for (int i = 0; i < clients; i++) {
                tasks.add(() -> {
                    long done = 0;
                    while (System.nanoTime() < end) {
                        act.run(number.incrementAndGet());
                        done++;
                    }
                    return done;
                });
            }
            long done = 0;
            for (Future<Long> future : threads.invokeAll(tasks)) {
                done += future.get();
            }
            return done * 1e9 / (System.nanoTime() - began);
        } finally {
            threads.shutdown();
        }
    }

    private static void insert(DataSource pool, String table, long n) throws Exception {
        try (Connection connection = pool.getConnection();
                PreparedStatement statement = connection.prepareStatement("INSERT INTO " + table + COLUMNS
                        + "VALUES (?, ?, ?, ?, ?, 'fake') ON CONFLICT (intent_id) DO NOTHING")) {
            bind(statement, n);
            statement.executeUpdate();
        }
    }

    private static void bind(PreparedStatement statement, long n) throws Exception {
        IntentRequest request = IntentNode.request("f", n, "quick");
        byte[] payload = request.payload();
        statement.setString(1, request.intentId());
        statement.setString(2, request.submissionTarget());
        statement.setBytes(3, payload);
        statement.setBytes(4, MessageDigest.getInstance("SHA-256").digest(payload));
        statement.setString(5, CONTRACT);
    }

    /** The fastest way in plain JDBC: whole columns as arrays, one statement. */
    private static void insertMany(DataSource pool, long n) throws Exception {
        String[] ids = new String[BATCH];
        String[] targets = new String[BATCH];
        byte[][] payloads = new byte[BATCH][];
        byte[][] hashes = new byte[BATCH][];
        String[] contracts = new String[BATCH];
        for (int i = 0; i < BATCH; i++) {
            IntentRequest request = IntentNode.request("fb", n * BATCH + i, "quick");
            ids[i] = request.intentId();
            targets[i] = request.submissionTarget();
            payloads[i] = request.payload();
            hashes[i] = MessageDigest.getInstance("SHA-256").digest(payloads[i]);
            contracts[i] = CONTRACT;
        }
        try (Connection connection = pool.getConnection();
                PreparedStatement statement = connection.prepareStatement("INSERT INTO same_intents" + COLUMNS
                        + "SELECT *, 'fake' FROM unnest(?::text[], ?::text[], ?::bytea[], ?::bytea[], ?::text[])"
                        + " ON CONFLICT (intent_id) DO NOTHING")) {
            statement.setArray(1, connection.createArrayOf("text", ids));
            statement.setArray(2, connection.createArrayOf("text", targets));
            statement.setArray(3, connection.createArrayOf("bytea", payloads));
            statement.setArray(4, connection.createArrayOf("bytea", hashes));
            statement.setArray(5, connection.createArrayOf("text", contracts));
            statement.executeUpdate();
        }
    }

    private static void acceptMany(IntentNode node, long n) throws Exception {
        List<IntentRequest> requests = new ArrayList<>();
        for (int i = 0; i < BATCH; i++) {
            requests.add(IntentNode.request("ab", n * BATCH + i, "quick"));
        }
        node.manager.acceptBatch(requests);
    }
}
