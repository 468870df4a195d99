package dev.baton.jobs;

import static dev.baton.jobs.Cluster.until;
import static org.assertj.core.api.Assertions.assertThat;

import dev.baton.testkit.PostgresDatabase;
import dev.baton.testkit.TestDatabase;
import java.sql.Connection;
import java.sql.Statement;
import org.junit.jupiter.api.Test;

class PostgresJobsTest extends JobsContract {

    private static final String EPOCH = "SELECT coalesce(max(lease_epoch), 0) FROM baton_leases"
            + " WHERE lease_name = 'scheduler' AND NOT released";

    @Override
    protected TestDatabase fresh() {
        return PostgresDatabase.fresh();
    }

    /** An operator's own trigger of a tick is under way when the leader comes to it. */
    @Test
    void aTickThatSomebodyElsePutsAtTheSameMomentRunsOnceAndTheSchedulerGoesOn() throws Exception {
        cluster()
                .start(cluster()
                        .builder()
                        .listener(heard())
                        .handler("tick", context -> {})
                        .define(JobDefinition.of("tick", Schedule.cron("*/3 * * * * *", "UTC"))));
        until(() -> heard().count("completed tick") >= 1);
        long epoch = cluster().number(EPOCH);
        try (Connection operator = cluster().source().getConnection();
                Statement statement = operator.createStatement()) {
            operator.setAutoCommit(false);
            statement.executeUpdate(
                    "INSERT INTO baton_jobs (id, job_name, handler, next_run_time, parent_id, scheduled_for)"
                            + " SELECT gen_random_uuid(), job_name, handler, next_run_time, id, next_run_time"
                            + " FROM baton_jobs WHERE cron IS NOT NULL");
            until(() ->
                    cluster().number("SELECT count(*) FROM pg_locks WHERE locktype = 'transactionid' AND NOT granted")
                            == 1);
            operator.commit();
        }
        long before = heard().count("completed tick");
        until(() -> heard().count("completed tick") >= before + 2);
        assertThat(cluster()
                        .number("SELECT count(*) - count(DISTINCT scheduled_for) FROM baton_jobs WHERE cron IS NULL"))
                .isZero();
        assertThat(cluster().number(EPOCH)).isEqualTo(epoch);
    }
}
