package dev.baton.jobs;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.baton.testkit.TestDatabase;
import io.zonky.test.db.postgres.embedded.EmbeddedPostgres;
import java.io.IOException;
import java.net.ServerSocket;
import java.nio.file.Path;
import java.time.Duration;
import java.util.stream.IntStream;
import javax.sql.DataSource;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.CleanupMode;
import org.junit.jupiter.api.io.TempDir;
import org.postgresql.ds.PGSimpleDataSource;

@Timeout(180)
class DatabaseRestartTest {

    @TempDir(cleanup = CleanupMode.NEVER)
    Path folder;

    private int port;

    private EmbeddedPostgres server() throws IOException {
        return EmbeddedPostgres.builder()
                .setPort(port)
                .setDataDirectory(folder.resolve("data"))
                .setCleanDataDirectory(false)
                .setServerConfig("synchronous_commit", "on")
                .start();
    }

    @Test
    void jobsGoOnAfterTheDatabaseWasRestartedUnderThem() throws Exception {
        try (ServerSocket free = new ServerSocket(0)) {
            port = free.getLocalPort();
        }
        int many = 1_500;
        Recorder heard = new Recorder();
        EmbeddedPostgres server = server();
        try (Cluster cluster = new Cluster(database())) {
            Jobs jobs = cluster.start(cluster.builder()
                    .listener(heard)
                    .withoutDuties()
                    .handler("work", context -> context.awaitCancelled(Duration.ofMillis(5))));
            jobs.enqueue(IntStream.range(0, many)
                    .mapToObj(i -> JobRequest.of("work"))
                    .toList());
            await().until(() -> heard.count("completed work") > 200);
            server.close();
            server = server();
            jobs.enqueue(JobRequest.of("work"));
            await().atMost(Duration.ofSeconds(90)).until(() -> cluster.number("SELECT count(*) FROM baton_jobs") == 0);
            assertThat(cluster.number("SELECT count(*) FROM baton_job_runs WHERE outcome = 'completed'"))
                    .isEqualTo(many + 1);
            assertThat(cluster.number("SELECT count(DISTINCT job_id) FROM baton_job_runs"))
                    .isEqualTo(many + 1);
        } finally {
            server.close();
        }
    }

    private TestDatabase database() {
        PGSimpleDataSource source = new PGSimpleDataSource();
        source.setPortNumbers(new int[] {port});
        source.setUser("postgres");
        source.setDatabaseName("postgres");
        source.setConnectTimeout(2);
        return new TestDatabase() {
            @Override
            public DataSource dataSource() {
                return source;
            }

            @Override
            public String dialect() {
                return "postgresql";
            }

            @Override
            public void close() {
                // the test stops it
            }
        };
    }
}
