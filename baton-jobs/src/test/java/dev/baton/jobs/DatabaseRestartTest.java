package dev.baton.jobs;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.baton.testkit.PostgresDatabase;
import dev.baton.testkit.PostgresServer;
import dev.baton.testkit.TestPatience;
import java.time.Duration;
import java.util.Map;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

@Timeout(180)
class DatabaseRestartTest {

    @Test
    void jobsGoOnAfterTheDatabaseHasCrashedUnderThem() throws Exception {
        int many = 1_500;
        Recorder heard = new Recorder();
        try (PostgresServer server = PostgresServer.start(Map.of());
                Cluster cluster = new Cluster(PostgresDatabase.on(server))) {
            Jobs jobs = cluster.start(cluster.builder()
                    .listener(heard)
                    .withoutDuties()
                    .handler("work", context -> context.awaitCancelled(Duration.ofMillis(5))));
            jobs.enqueue(IntStream.range(0, many)
                    .mapToObj(i -> JobRequest.of("work"))
                    .toList());
            await().atMost(TestPatience.LONGEST_WAIT).until(() -> heard.count("completed work") > 200);
            server.crash();
            server.startAgain();
            jobs.enqueue(JobRequest.of("work"));
            await().atMost(TestPatience.LONGEST_WAIT)
                    .until(() -> cluster.number("SELECT count(*) FROM baton_jobs") == 0);
            assertThat(cluster.number("SELECT count(*) FROM baton_job_runs WHERE outcome = 'completed'"))
                    .isEqualTo(many + 1);
            assertThat(cluster.number("SELECT count(DISTINCT job_id) FROM baton_job_runs"))
                    .isEqualTo(many + 1);
        }
    }
}
