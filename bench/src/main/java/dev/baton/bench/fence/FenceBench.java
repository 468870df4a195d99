package dev.baton.bench.fence;

import com.zaxxer.hikari.HikariDataSource;
import dev.baton.Campaign;
import dev.baton.LeaderToken;
import dev.baton.bench.Benchmark;
import dev.baton.bench.Settings;
import dev.baton.bench.postgres.DurablePostgres;
import dev.baton.bench.report.Report;
import dev.baton.bench.report.Sample;
import dev.baton.bench.report.Verdict;
import dev.baton.sql.Baton;
import java.io.IOException;
import java.sql.Connection;
import java.sql.SQLException;
import java.time.Duration;
import java.util.concurrent.ExecutionException;
import javax.sql.DataSource;

/** What the fence costs a writer. */
public final class FenceBench implements Benchmark {

    private static final int WRITERS = 8;
    static final String TABLE =
            "CREATE TABLE bench_rows (id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY, writer int, body text)";

    @Override
    public String name() {
        return "fence";
    }

    @Override
    public String summary() {
        return "fenced against unfenced transactions per second, 8 writers, 1 and 100 inserts each";
    }

    @Override
    public void run(Settings settings, Report report)
            throws ExecutionException, IOException, InterruptedException, SQLException {
        try (DurablePostgres postgres = DurablePostgres.start();
                HikariDataSource pool = postgres.pool(20);
                Baton baton = Baton.start(pool);
                Writers writers = new Writers(WRITERS)) {
            postgres.execute(TABLE);
            Campaign campaign = baton.campaign("fenced");
            LeaderToken token = campaign.awaitLeadership(Duration.ofSeconds(10)).orElseThrow();
            compare(1, 0.65, settings, report, writers, pool, baton, token);
            compare(100, 0.95, settings, report, writers, pool, baton, token);
        }
    }

    private static void compare(
            int rows,
            double required,
            Settings settings,
            Report report,
            Writers writers,
            DataSource pool,
            Baton baton,
            LeaderToken token)
            throws ExecutionException, InterruptedException {
        Sample plain = new Sample();
        Sample fenced = new Sample();
        Sample ratios = new Sample();
        Duration time = Duration.ofMillis(settings.rounds(rows == 1 ? 300 : 600, 100));
        int rounds = settings.rounds(rows == 1 ? 60 : 30, 1);
        for (int round = -settings.rounds(5, 0); round < rounds; round++) {
            double without = writers.measure(time, () -> unfenced(pool, rows));
            double with = writers.measure(time, () -> baton.fenced(token, c -> Writers.insert(c, rows)));
            if (round >= 0) {
                plain.add(without);
                fenced.add(with);
                ratios.add(with / without);
            }
            if (round % 10 == 0) {
                report.progress("%d inserts, round %d of %d: %.2f", rows, round + 1, rounds, with / without);
            }
        }
        report.line("%3d inserts, unfenced: %s", rows, plain.perSecond());
        report.line("%3d inserts, fenced:   %s", rows, fenced.perSecond());
        String what = "fenced throughput, " + rows + (rows == 1 ? " insert" : " inserts") + " per transaction";
        report.verdict(Verdict.atLeast(what, required, required, ratios.median(), "× unfenced"));
    }

    private static void unfenced(DataSource pool, int rows) throws SQLException {
        try (Connection connection = pool.getConnection()) {
            connection.setAutoCommit(false);
            Writers.insert(connection, rows);
            connection.commit();
            connection.setAutoCommit(true);
        }
    }
}
