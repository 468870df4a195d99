package dev.baton.bench.jobs;

import dev.baton.bench.Benchmark;
import dev.baton.bench.Settings;
import dev.baton.bench.postgres.DurablePostgres;
import dev.baton.bench.report.Report;
import dev.baton.bench.report.Verdict;
import dev.baton.jobs.Jobs;
import dev.baton.jobs.JobsSchema;
import dev.baton.sql.Baton;
import java.io.IOException;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.locks.LockSupport;

/** One worker process and four of them: throughput, and the share of each. */
public final class ProcessesBench implements Benchmark {

    /** The worker process: burns down what there is, forever. */
    public static void main(String[] args) throws InterruptedException {
        Baton baton = Baton.on(DurablePostgres.pool(args[0], 20))
                .node(args[1])
                .component(JobsSchema.COMPONENT)
                .start();
        Jobs.on(baton).withoutDuties().handler("noop", context -> {}).start();
        new CountDownLatch(1).await();
    }

    @Override
    public String name() {
        return "jobs-processes";
    }

    @Override
    public String summary() {
        return "burn-down by one worker process and by four, and the share of each";
    }

    @Override
    public void run(Settings settings, Report report) throws Exception {
        int jobs = settings.rounds(200_000, 2_000);
        try (JobsServer server = JobsServer.withTables()) {
            double one = measure(server, jobs, 1, report);
            double four = measure(server, jobs, 4, report);
            report.verdict(Verdict.atLeast("four processes", 1, 1, four / one, "× one process"));
        }
    }

    /**
     * The median of three rounds. Before them each process has run as many jobs as any other that is measured here: four
     * share a round, so they get four to warm up.
     */
    private static double measure(JobsServer server, int jobs, int workers, Report report)
            throws IOException, SQLException {
        List<Process> processes = new ArrayList<>();
        try {
            for (int i = 1; i <= workers; i++) {
                processes.add(start(server.postgres().url(), "w" + i));
            }
            while (server.number("SELECT count(*) FROM baton_job_workers WHERE seen_at > now() - interval '6 s'")
                    < workers) {
                LockSupport.parkNanos(50_000_000);
            }
            for (int i = 0; i < workers; i++) {
                burn(server, jobs);
            }
            double[] rates = {burn(server, jobs), burn(server, jobs), burn(server, jobs)};
            Arrays.sort(rates);
            double rate = rates[1];
            report.line("%d process(es): %,9.0f/s, shares %s", workers, rate, shares(server));
            return rate;
        } finally {
            processes.forEach(Process::destroyForcibly);
        }
    }

    /** By the database's clock, from the moment that the workers are told. */
    private static double burn(JobsServer server, int jobs) throws SQLException {
        server.execute(
                "TRUNCATE baton_jobs, baton_job_runs",
                "INSERT INTO baton_jobs (id, job_name, paused) SELECT " + JobsServer.NEW_ID
                        + ", 'noop', true FROM generate_series(1, " + jobs + ")",
                "UPDATE baton_jobs SET paused = false, next_run_time = now()");
        String from = server.postgres().text("SELECT clock_timestamp() FROM pg_notify('baton_jobs_new', '')");
        while (server.number("SELECT count(*) FROM (SELECT FROM baton_jobs LIMIT 1) j") > 0) {
            LockSupport.parkNanos(250_000_000);
        }
        String seconds = "SELECT extract(epoch FROM max(finished_at) - '" + from + "') FROM baton_job_runs";
        return jobs / Double.parseDouble(server.postgres().text(seconds));
    }

    private static List<Long> shares(JobsServer server) throws SQLException {
        List<Long> shares = new ArrayList<>();
        try (Connection connection = server.pool().getConnection();
                Statement statement = connection.createStatement();
                ResultSet rows = statement.executeQuery(
                        "SELECT count(*) FROM baton_job_runs GROUP BY locked_by ORDER BY locked_by")) {
            while (rows.next()) {
                shares.add(rows.getLong(1));
            }
        }
        return shares;
    }

    private static Process start(String url, String node) throws IOException {
        return new ProcessBuilder(
                        System.getProperty("java.home") + "/bin/java",
                        "-Xmx512m",
                        "-cp",
                        System.getProperty("java.class.path"),
                        ProcessesBench.class.getName(),
                        url,
                        node)
                .redirectErrorStream(true)
                .redirectOutput(ProcessBuilder.Redirect.DISCARD)
                .start();
    }
}
