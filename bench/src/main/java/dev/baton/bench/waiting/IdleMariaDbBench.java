package dev.baton.bench.waiting;

import dev.baton.bench.Benchmark;
import dev.baton.bench.Pause;
import dev.baton.bench.Settings;
import dev.baton.bench.process.Child;
import dev.baton.bench.process.RolesMain;
import dev.baton.bench.report.Report;
import dev.baton.testkit.MariaDbDatabase;
import dev.baton.testkit.MariaDbServer;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Duration;

/** What a node costs a MariaDB that leads or follows many roles and has nothing else to do: all that the process sends. */
public final class IdleMariaDbBench implements Benchmark {

    private static final Duration PATIENCE = Duration.ofSeconds(60);
    private static final Duration SETTLE = Duration.ofSeconds(5);

    @Override
    public String name() {
        return "idle-mariadb";
    }

    @Override
    public String summary() {
        return "connections, statements and commits per second of the same on MariaDB, with session and lease";
    }

    /** What the server has done for all its clients. */
    private record Cost(long connections, double statements, double commits) {

        Cost without(Cost other) {
            return new Cost(connections - other.connections, statements - other.statements, commits - other.commits);
        }
    }

    @Override
    public void run(Settings settings, Report report) throws Exception {
        if (!MariaDbServer.isInstalled()) {
            report.line("MariaDB is not installed");
            return;
        }
        Duration time = Duration.ofSeconds(settings.rounds(30, 2));
        for (int roles : settings.quick() ? new int[] {4} : new int[] {4, 50}) {
            for (String way : new String[] {"own", "lease"}) {
                measure(way, roles, time, report);
            }
        }
    }

    private static void measure(String way, int roles, Duration time, Report report) throws Exception {
        try (MariaDbServer server = MariaDbServer.start()) {
            String url = MariaDbDatabase.on(server).url();
            try (Child leader = start(url, "leads", roles, way)) {
                for (int role = 0; role < roles; role++) {
                    int number = role;
                    leader.await("OPEN", PATIENCE, line -> line.number() == number);
                }
                Cost leading = cost(url, time);
                tell(report, way, roles, "leading", leading);
                try (Child follower = start(url, "follows", roles, way)) {
                    follower.await("STANDS", PATIENCE.multipliedBy(3)); // a follower of leases asks rarely
                    tell(report, way, roles, "following", cost(url, time).without(leading));
                }
            }
        }
    }

    private static Child start(String url, String node, int roles, String way) throws Exception {
        return Child.start(RolesMain.class, url, url, node, "idle", Integer.toString(roles), way);
    }

    private static void tell(Report report, String way, int roles, String what, Cost cost) {
        report.line(
                "%-6s %2d roles, %-9s: %3d connections, %6.2f statements/s, %6.2f commits/s",
                way.equals("own") ? "session" : way,
                roles,
                what,
                cost.connections(),
                cost.statements(),
                cost.commits());
    }

    private static Cost cost(String url, Duration time) throws SQLException, InterruptedException {
        Pause.of(SETTLE);
        try (Connection connection = DriverManager.getConnection(url);
                Statement statement = connection.createStatement()) {
            long statements = status(statement, "Questions");
            long commits = status(statement, "Handler_commit");
            Pause.of(time);
            double seconds = time.toMillis() / 1000.0;
            double sent = (status(statement, "Questions") - statements - 2) / seconds;
            double committed = (status(statement, "Handler_commit") - commits) / seconds;
            return new Cost(status(statement, "Threads_connected") - 1, sent, committed);
        }
    }

    private static long status(Statement statement, String name) throws SQLException {
        try (ResultSet row = statement.executeQuery("SHOW GLOBAL STATUS LIKE '" + name + "'")) {
            row.next();
            return row.getLong(2);
        }
    }
}
