package dev.baton.bench.submissions;

import dev.baton.bench.Benchmark;
import dev.baton.bench.Pause;
import dev.baton.bench.Settings;
import dev.baton.bench.postgres.DurablePostgres;
import dev.baton.bench.report.Report;
import dev.baton.bench.report.Sample;
import dev.baton.bench.report.Verdict;
import dev.baton.submissions.model.SubmissionListener;
import java.sql.Connection;
import java.sql.SQLException;
import java.time.Duration;
import javax.sql.DataSource;

/**
 * Executing with a gateway that answers at once, beside the floor: claim 500 rows in one transaction, write 500 results in
 * another (the row's end and its audit row), on one connection, without any of the rest.
 */
public final class ExecuteBench implements Benchmark {

    private static final int CHUNK = 500;

    @Override
    public String name() {
        return "execute";
    }

    @Override
    public String summary() {
        return "executing intents through the fake gateway against claiming 500 rows and writing 500 results";
    }

    @Override
    public void run(Settings settings, Report report) throws Exception {
        int backlog = settings.rounds(20_000, 2_000);
        Sample floors = new Sample();
        Sample ours = new Sample();
        Sample ratios = new Sample();
        try (DurablePostgres postgres = DurablePostgres.start();
                IntentNode client = IntentNode.follower(postgres)) {
            client.manager.accept(IntentNode.request("model", 0, "quick"));
            FloorWork.create(postgres);
            for (int round = 0; round < settings.rounds(6, 1); round++) {
                double floor = floor(postgres, client.pool, backlog);
                double executed = execute(postgres, backlog, round);
                if (round > 0 || settings.quick()) {
                    floors.add(floor);
                    ours.add(executed);
                    ratios.add(executed / floor);
                }
                report.progress("round %d: floor %.0f/s, executed %.0f/s", round, floor, executed);
            }
        }
        report.line("claim 500, write 500 results: %s", floors.perSecond());
        report.line("executed:                     %s", ours.perSecond());
        report.verdict(Verdict.atLeast("executing", 0.5, 0.8, ratios.median(), "× floor"));
    }

    private static double floor(DurablePostgres postgres, DataSource pool, int rows)
            throws InterruptedException, SQLException {
        FloorWork.refill(postgres, rows);
        long began = System.nanoTime();
        try (Connection connection = pool.getConnection()) {
            FloorWork.doAll(connection, CHUNK, Duration.ZERO);
        }
        return rows * 1e9 / (System.nanoTime() - began);
    }

    private static double execute(DurablePostgres postgres, int rows, int round) throws Exception {
        long[] began = new long[1];
        SubmissionListener clock = new SubmissionListener() {
            @Override
            public void scheduleRebuilt(long epoch, int loaded, Duration took) {
                began[0] = System.nanoTime() - took.toNanos();
            }
        };
        postgres.execute(
                "DELETE FROM submission_attempts",
                "DELETE FROM submission_intents WHERE intent_id NOT LIKE 'model%'",
                "UPDATE submission_intents SET next_attempt_at = clock_timestamp() + interval '1 day'",
                "VACUUM submission_intents",
                "VACUUM submission_attempts");
        IntentNode.fill(postgres, "model-000000000", "e" + round, 1, rows);
        postgres.execute("ANALYZE submission_intents", "CHECKPOINT");
        try (IntentNode leader = IntentNode.leader(
                postgres, settings -> settings.concurrency(1000).window(4000), clock)) {
            Pause.until("the backlog", Duration.ofMinutes(5), () -> done(postgres, rows));
            long end = System.nanoTime();
            if (leader.gateway().count() != rows) {
                throw new IllegalStateException(
                        "the gateway had " + leader.gateway().count() + " calls, not " + rows);
            }
            return rows * 1e9 / (end - began[0]);
        }
    }

    private static boolean done(DurablePostgres postgres, int rows) throws SQLException {
        return Integer.parseInt(postgres.text("SELECT count(*) FROM submission_attempts")) >= rows;
    }
}
