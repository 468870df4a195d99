package dev.baton.jobs;

import static org.assertj.core.api.Assertions.assertThat;

import java.sql.Connection;
import java.sql.Statement;
import java.util.Collections;
import java.util.Optional;
import org.junit.jupiter.api.Test;

/**
 * Servers that keep the day zero of the year zero. MySQL has to be told to, and its driver says that nobody may read it. There such jobs
 * are only listed here: on a strict one their runs have not been seen to end.
 */
interface ZeroTimesContract extends JobsStage {

    @Test
    default void jobsWithTimesThatAreNoneAreListed() throws Exception {
        enqueueWithTimesThatAreNone();
    }

    /** In more jobs than are claimed at once, before all others. */
    default void enqueueWithTimesThatAreNone() throws Exception {
        Jobs client = cluster().start(cluster().builder().clientOnly());
        client.enqueue(Collections.nCopies(40, JobRequest.of("w").priority(9)));
        try (Connection connection = cluster().sessions().getConnection();
                Statement statement = connection.createStatement()) {
            statement.execute("SET SESSION sql_mode = ''");
            assertThat(statement.executeUpdate("UPDATE baton_jobs SET next_run_time = '0000-00-00',"
                            + " scheduled_for = '0000-00-00', created_at = '0000-00-00'"))
                    .isEqualTo(40);
        }
        client.enqueue(JobRequest.of("w"));
        assertThat(client.admin()
                        .list(JobAdmin.Filter.any(), Optional.empty(), 100)
                        .items())
                .hasSize(41);
    }
}
