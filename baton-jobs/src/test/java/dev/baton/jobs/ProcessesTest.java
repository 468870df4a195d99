package dev.baton.jobs;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.baton.testkit.PostgresDatabase;
import dev.baton.testkit.TestPatience;
import dev.baton.testkit.process.ProcessSignal;
import java.sql.SQLException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.UUID;
import java.util.concurrent.Callable;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Workers in processes of their own, on a real PostgreSQL: killed, stopped, continued. */
@Timeout(180)
class ProcessesTest {

    private final PostgresDatabase database = PostgresDatabase.fresh();
    private final Map<String, Child> children = new HashMap<>();
    private Cluster cluster;
    private Jobs client;

    @BeforeEach
    void open() throws SQLException {
        cluster = new Cluster(database);
        client = cluster.start(cluster.builder().settings(WorkerMain.SETTINGS).clientOnly());
        cluster.update("CREATE TABLE started (worker text, claim bigint)");
        cluster.update("CREATE TABLE go (x int)");
        cluster.update("CREATE TABLE effects (x int)");
    }

    @AfterEach
    void close() throws Exception {
        children.values().forEach(Child::close);
        cluster.close();
    }

    private void start(String node, String... more) throws Exception {
        List<String> arguments = new ArrayList<>(List.of(database.url(), node));
        arguments.addAll(List.of(more));
        children.put(node, Child.start(arguments.toArray(String[]::new)));
    }

    private static void eventually(Callable<Boolean> condition) {
        await().atMost(TestPatience.LONGEST_WAIT)
                .pollInterval(Duration.ofMillis(20))
                .until(condition);
    }

    private void untilStartedOn(String node) {
        eventually(() -> cluster.number("SELECT count(*) FROM started WHERE worker LIKE '" + node + "-%'") > 0);
    }

    private List<JobRun> runs(UUID id) throws SQLException {
        return client.admin().show(id).orElseThrow().runs();
    }

    private static JobRun oldest(List<JobRun> runs) {
        return runs.get(runs.size() - 1);
    }

    /** A machine that stands still for longer than a lock costs further claims, and each of them is on record. */
    private static void reclaimedFromAAndCompletedByB(List<JobRun> runs) {
        assertThat(oldest(runs).lockedBy()).startsWith("a-");
        assertThat(runs.get(0).lockedBy()).startsWith("b-");
        assertThat(runs.get(0).outcome()).isEqualTo(JobRun.Outcome.COMPLETED);
        assertThat(runs.subList(1, runs.size()))
                .isNotEmpty()
                .extracting(JobRun::outcome)
                .isSubsetOf(JobRun.Outcome.RECLAIMED, JobRun.Outcome.ABANDONED);
        assertThat(runs.get(0).attempt()).isEqualTo(runs.size());
    }

    @Test
    void aJobWhoseProcessIsKilledInTheMiddleRunsToItsEndElsewhere() throws Exception {
        UUID id = client.enqueue(JobRequest.of("stubborn")).id();
        start("a");
        untilStartedOn("a");
        start("b");
        children.get("a").kill();
        untilStartedOn("b");
        cluster.update("INSERT INTO go VALUES (1)");
        eventually(() -> cluster.number("SELECT count(*) FROM baton_jobs") == 0);
        reclaimedFromAAndCompletedByB(runs(id));
        assertThat(cluster.number("SELECT count(*) FROM effects")).isEqualTo(1);
    }

    @Test
    void aWorkerThatWakesAfterItsLockCannotCompleteWhatAnotherHasCompleted() throws Exception {
        UUID id = client.enqueue(JobRequest.of("stubborn")).id();
        start("a");
        untilStartedOn("a");
        start("b");
        children.get("a").signal(ProcessSignal.STOP);
        untilStartedOn("b");
        cluster.update("INSERT INTO go VALUES (1)");
        eventually(() -> cluster.number("SELECT count(*) FROM baton_jobs") == 0);
        children.get("a").signal(ProcessSignal.CONTINUE);
        eventually(() -> oldest(runs(id)).lateOutcome() != null);
        reclaimedFromAAndCompletedByB(runs(id));
        assertThat(oldest(runs(id)).lateOutcome()).isEqualTo(JobRun.Outcome.COMPLETED);
        assertThat(cluster.number("SELECT count(*) FROM effects")).isEqualTo(1);
        eventually(() -> cluster.number("SELECT refused FROM baton_job_workers WHERE holder_id LIKE 'a-%'") >= 1);
    }

    @Test
    void tenThousandJobsSurviveRandomKills() throws Exception {
        int many = 10_000;
        client.enqueue(
                IntStream.range(0, many).mapToObj(i -> JobRequest.of("short")).toList());
        List<String> nodes = List.of("a", "b", "c");
        for (String node : nodes) {
            start(node);
        }
        Random dice = new Random(42);
        for (int kills = 1; kills <= 4; kills++) {
            long mark = 1_600L * kills;
            eventually(() -> cluster.number("SELECT count(*) FROM baton_job_runs WHERE outcome = 'completed'") >= mark);
            String victim = nodes.get(dice.nextInt(nodes.size()));
            children.get(victim).kill();
            start(victim);
        }
        eventually(() -> cluster.number("SELECT count(*) FROM baton_jobs") == 0);
        String completed = " FROM baton_job_runs WHERE outcome = 'completed'";
        assertThat(cluster.number("SELECT count(*)" + completed)).isEqualTo(many);
        assertThat(cluster.number("SELECT count(DISTINCT job_id)" + completed)).isEqualTo(many);
        assertThat(cluster.number("SELECT sum(claim_number)" + completed))
                .as("every claim is on record, or was given back unused")
                .isGreaterThanOrEqualTo(cluster.number("SELECT count(*) FROM baton_job_runs"));
        assertThat(cluster.number("SELECT sum(attempt)" + completed))
                .as("every attempt has its record")
                .isEqualTo(cluster.number("SELECT count(*) FROM baton_job_runs"));
        assertThat(cluster.number("SELECT count(*) FROM baton_job_runs WHERE outcome = 'reclaimed'"))
                .isPositive();
    }

    @Test
    void aCronTicksExactlyOncePerSecondAcrossTheDeathOfTheScheduler() throws Exception {
        start("a", "duties");
        start("b", "duties");
        eventually(() -> ticks() >= 2);
        String leader = cluster.value("SELECT node_id FROM baton_leases WHERE lease_name = 'scheduler'");
        children.get(leader).kill();
        long before = ticks();
        eventually(() -> ticks() >= before + 3);
        assertThat(cluster.value("SELECT node_id FROM baton_leases WHERE lease_name = 'scheduler'"))
                .isNotEqualTo(leader);
        String ticked = "(SELECT scheduled_at FROM baton_job_runs WHERE outcome = 'completed') t";
        assertThat(cluster.number("SELECT count(*) - count(DISTINCT scheduled_at) FROM " + ticked))
                .isZero();
        eventually(() -> cluster.number("SELECT extract(epoch FROM max(scheduled_at) - min(scheduled_at))::bigint + 1"
                        + " - count(*) FROM " + ticked)
                == 0);
    }

    private long ticks() throws SQLException {
        return cluster.number(
                "SELECT count(*) FROM baton_job_runs WHERE job_name = 'secondly' AND outcome = 'completed'");
    }
}
