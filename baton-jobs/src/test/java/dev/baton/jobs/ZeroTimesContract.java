package dev.baton.jobs;

import static dev.baton.jobs.Cluster.until;
import static org.assertj.core.api.Assertions.assertThat;

import dev.baton.jobs.store.JobIds;
import dev.baton.sql.Schema;
import dev.baton.sql.schema.TableNames;
import java.sql.Connection;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Duration;
import java.time.Instant;
import java.util.Collections;
import java.util.List;
import java.util.Optional;
import java.util.UUID;
import org.junit.jupiter.api.Test;

/**
 * Servers that keep the day zero of the year zero, and of any other. MySQL has to be told to, and its driver says that nobody may read
 * it; a strict server does not write such a day once more, not even from one column into another.
 */
interface ZeroTimesContract extends JobsStage {

    String ZERO = "'0000-00-00'";

    /** More jobs than are claimed at once, before all others. */
    @Test
    default void timesThatAreNoneCostNobodyElseAnything() throws Exception {
        Jobs client = cluster().start(cluster().builder().clientOnly());
        client.enqueue(Collections.nCopies(40, JobRequest.of("w").priority(9)));
        carelessly("UPDATE baton_jobs SET next_run_time = " + ZERO + ", scheduled_for = " + ZERO + ", created_at = "
                + ZERO);
        client.enqueue(JobRequest.of("w"));
        assertThat(client.admin()
                        .list(JobAdmin.Filter.any(), Optional.empty(), 100)
                        .items())
                .hasSize(41);
        cluster().start(worker().handler("w", context -> {}));
        until(() -> heard().count("completed w") == 41);
        assertThat(cluster().number("SELECT COUNT(*) FROM baton_jobs")).isZero();
        assertThat(cluster().number("SELECT COUNT(*) FROM baton_job_runs WHERE scheduled_at = '1970-01-01'"))
                .isEqualTo(40);
    }

    @Test
    default void aJobWithTimesThatAreNoneEndsInEveryWay() throws Exception {
        Jobs client = cluster().start(cluster().builder().clientOnly());
        JobRequest once = JobRequest.of("fails").retries(RetryPolicy.never());
        List<Enqueued> dead = client.enqueue(List.of(once, once.runAt(Instant.now())));
        leaveBehind("left", 1);
        carelessly(
                "UPDATE baton_jobs SET next_run_time = " + ZERO,
                "UPDATE baton_jobs SET next_run_time = '2026-00-00' WHERE id = '"
                        + dead.get(1).id() + "'",
                "UPDATE baton_jobs SET locked_at = " + ZERO + ", run_started_at = " + ZERO
                        + " WHERE job_name = 'left'");
        cluster().start(worker().handler("left", context -> {}).handler("fails", context -> {
            throw new IllegalStateException("no");
        }));
        until(() -> heard().count("dead fails") == 2 && heard().count("completed left") == 1);
        assertThat(heard().count("reclaimed left from ghost")).isEqualTo(1);
        for (Enqueued job : dead) {
            carelessly("UPDATE baton_jobs SET last_tick = " + ZERO + " WHERE id = '" + job.id() + "'");
            assertThat(client.admin().retry(job.id())).isTrue();
        }
        until(() -> heard().count("dead fails") == 4);
    }

    @Test
    default void aRecurringJobWithTimesThatAreNoneGoesOn() throws Exception {
        JobDefinition definition = JobDefinition.of("every", Schedule.every(Duration.ofMinutes(10)))
                .pause(Duration.ofMillis(300));
        UUID id = JobIds.recurringId("every");
        Jobs client = cluster().start(cluster().builder().clientOnly());
        client.admin().define(definition);
        carelessly("UPDATE baton_jobs SET next_run_time = " + ZERO + ", last_run_time = " + ZERO + ", last_tick = "
                + ZERO);
        assertThat(client.admin().define(definition)).isEqualTo(id);
        cluster().start(worker().define(definition).handler("every", context -> {
            if (heard().count("failed every") == 0) {
                throw new IllegalStateException("not yet");
            }
        }));
        until(() -> heard().count("completed every") == 1);
        JobView job = client.admin().show(id).orElseThrow().job();
        assertThat(job.nextRunTime()).isEqualTo(job.runStartedAt().plus(Duration.ofMinutes(10)));
    }

    /** It would have to write all rows anew. */
    @Test
    default void theSchemaIsChangedBesideTimesThatAreNone() throws Exception {
        Jobs client = cluster().start(cluster().builder().clientOnly());
        client.enqueue(JobRequest.of("w"));
        carelessly(
                "ALTER TABLE baton_jobs ADD KEY baton_jobs_ended (finished_at), ADD KEY baton_jobs_lanes (queue),"
                        + " MODIFY id char(36) CHARACTER SET utf8mb4 COLLATE utf8mb4_bin NOT NULL DEFAULT (uuid())",
                "DELETE FROM baton_schema WHERE component = 'jobs' AND version = 6",
                "UPDATE baton_jobs SET scheduled_for = " + ZERO);
        new Schema(TableNames.DEFAULT, List.of(Schema.LEADERSHIP, JobsSchema.COMPONENT))
                .apply(cluster().source());
        assertThat(cluster()
                        .number("SELECT COUNT(*) FROM information_schema.statistics WHERE table_schema = DATABASE()"
                                + " AND table_name = 'baton_jobs' AND index_name = 'baton_jobs_ended'"))
                .isZero();
    }

    /** As a session may, whatever the server is told. */
    private void carelessly(String... statements) throws SQLException {
        try (Connection connection = cluster().sessions().getConnection();
                Statement statement = connection.createStatement()) {
            statement.execute("SET SESSION sql_mode = ''");
            for (String sql : statements) {
                statement.execute(sql);
            }
        }
    }
}
