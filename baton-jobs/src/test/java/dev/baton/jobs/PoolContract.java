package dev.baton.jobs;

import static dev.baton.jobs.Cluster.until;
import static org.assertj.core.api.Assertions.assertThat;

import dev.baton.testkit.OddConnections;
import java.sql.Connection;
import java.time.Duration;
import java.time.Instant;
import java.util.Collections;
import java.util.UUID;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Pools hand out connections with auto-commit off, read-only, at any isolation and without a time-out. */
interface PoolContract extends JobsStage {

    @ParameterizedTest(name = "isolation {0}")
    @ValueSource(
            ints = {
                Connection.TRANSACTION_READ_UNCOMMITTED,
                Connection.TRANSACTION_REPEATABLE_READ,
                Connection.TRANSACTION_SERIALIZABLE
            })
    default void jobsGoOnOnWhateverThePoolLendsAndItGoesBackAsItCame(int isolation) throws Exception {
        OddConnections odd = new OddConnections(cluster().sessions(), isolation);
        Jobs jobs = cluster()
                .start(Jobs.on(cluster().baton(odd.dataSource()))
                        .settings(Cluster.QUICK)
                        .listener(heard())
                        .handler("w", context -> {})
                        .handler(
                                "bad",
                                context -> {
                                    throw new IllegalStateException("no");
                                },
                                RetryPolicy.fixed(2, Duration.ofMillis(20)))
                        .define(JobDefinition.of("w", Schedule.every(Duration.ofHours(1))))
                        .define(JobDefinition.of("often", Schedule.cron("* * * * * *", "UTC"))
                                .like(JobRequest.of("often").handledBy("w"))));
        jobs.enqueue(Collections.nCopies(30, JobRequest.of("w")));
        jobs.enqueue(JobRequest.of("bad"));
        UUID later = jobs.enqueue(JobRequest.of("w")
                        .runAt(Instant.now().plusSeconds(3_600))
                        .uniqueKey("later"))
                .id();
        assertThat(jobs.admin().cancel(later)).isTrue();
        assertThat(jobs.admin().show(later).orElseThrow().job().status()).isEqualTo(JobStatus.CANCELLED);
        until(() -> heard().count("completed w") >= 31 && heard().count("dead bad") == 1);
        until(() -> heard().count("ticked often") >= 2);
        assertThat(cluster().number("SELECT COUNT(*) FROM baton_jobs WHERE status = 'dead'"))
                .isEqualTo(1);
        assertThat(odd.complaints()).isEmpty();
    }
}
