package dev.baton.bench.waiting;

import dev.baton.bench.Benchmark;
import dev.baton.bench.Pause;
import dev.baton.bench.Settings;
import dev.baton.bench.postgres.DurablePostgres;
import dev.baton.bench.process.Child;
import dev.baton.bench.process.RolesMain;
import dev.baton.bench.report.Report;
import dev.baton.bench.report.Verdict;
import java.sql.SQLException;
import java.time.Duration;

/** What a node costs the database that leads or follows many roles and has nothing else to do. */
public final class IdleBench implements Benchmark {

    private static final Duration PATIENCE = Duration.ofSeconds(60);
    private static final Duration SETTLE = Duration.ofSeconds(5);

    @Override
    public String name() {
        return "idle";
    }

    @Override
    public String summary() {
        return "connections, statements and commits per second of a node that leads or follows 4 and 50 roles";
    }

    /** What one node has cost. */
    private record Cost(long connections, double statements, double commits) {}

    @Override
    public void run(Settings settings, Report report) throws Exception {
        Duration time = Duration.ofSeconds(settings.rounds(20, 2));
        long most = 0;
        for (int roles : settings.quick() ? new int[] {4} : new int[] {4, 50}) {
            for (String way : new String[] {"own", "shared"}) {
                long connections = measure(way, roles, time, report);
                most = way.equals("shared") ? Math.max(most, connections) : most;
            }
        }
        report.verdict(
                Verdict.atMost("connections of a process for its elections", 3, 3, (double) most, "connections"));
    }

    /** On a server of its own, so that whatever it commits is theirs. */
    private static long measure(String way, int roles, Duration time, Report report) throws Exception {
        try (DurablePostgres postgres = DurablePostgres.startCounting()) {
            for (String account : new String[] {"leads", "follows", "works"}) {
                postgres.execute("CREATE ROLE " + account + " LOGIN SUPERUSER");
            }
            try (Child leader = start(postgres, "leads", roles, way)) {
                for (int role = 0; role < roles; role++) {
                    int number = role;
                    leader.await("OPEN", PATIENCE, line -> line.number() == number);
                }
                Cost leading = cost(postgres, "leads", time);
                tell(report, way, roles, "leading", leading);
                try (Child follower = start(postgres, "follows", roles, way)) {
                    follower.await("STANDS", PATIENCE);
                    Cost both = cost(postgres, "follows", time);
                    Cost following = new Cost(
                            both.connections(), both.statements(), Math.max(0, both.commits() - leading.commits()));
                    tell(report, way, roles, "following", following);
                    return Math.max(leading.connections(), following.connections());
                }
            }
        }
    }

    private static Child start(DurablePostgres postgres, String account, int roles, String way) throws Exception {
        String works = postgres.url().replace("user=postgres", "user=works");
        String elects = postgres.url().replace("user=postgres", "user=" + account);
        return Child.start(RolesMain.class, works, elects, account, "idle", Integer.toString(roles), way);
    }

    private static void tell(Report report, String way, int roles, String what, Cost cost) {
        report.line(
                "%-6s %2d roles, %-9s: %3d connections, %6.2f statements/s, %6.2f commits/s",
                way, roles, what, cost.connections(), cost.statements(), cost.commits());
    }

    private static Cost cost(DurablePostgres postgres, String account, Duration time)
            throws SQLException, InterruptedException {
        Pause.of(SETTLE);
        StatementCount count = new StatementCount(postgres, account);
        count.reset();
        long before = commits(postgres);
        Pause.of(time);
        double seconds = time.toMillis() / 1000.0;
        long connections = Long.parseLong(
                postgres.text("SELECT count(*) FROM pg_stat_activity WHERE usename = '" + account + "'"));
        long statements =
                count.calls().values().stream().mapToLong(Long::longValue).sum();
        return new Cost(connections, statements / seconds, (commits(postgres) - before) / seconds);
    }

    private static long commits(DurablePostgres postgres) throws SQLException {
        return Long.parseLong(
                postgres.text("SELECT xact_commit FROM pg_stat_database WHERE datname = current_database()"));
    }
}
