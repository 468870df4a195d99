package dev.baton.jobs;

import static org.assertj.core.api.Assertions.assertThat;

import dev.baton.jobs.store.JobDatabase;
import dev.baton.jobs.store.JobStore;
import dev.baton.jobs.store.QueueLane;
import dev.baton.testkit.MariaDbDatabase;
import dev.baton.testkit.TestDatabase;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.Statement;
import org.junit.jupiter.api.Test;

/** The contract on a real MariaDB, where one is installed. */
class MariaDbJobsTest extends JobsContract {

    @Override
    protected TestDatabase fresh() {
        return MariaDbDatabase.fresh();
    }

    /** A worker asks several times a second which queues have work, however much of it there is. */
    @Test
    void noQueueIsReadThroughToFindOutThatItIsThere() throws Exception {
        JobDatabase database = new JobDatabase(cluster().baton());
        JobStore store = database.store();
        cluster()
                .update(
                        "INSERT INTO baton_jobs (id, job_name, queue, next_run_time)"
                                + " SELECT UUID(), 'w', CONCAT('q', seq % 3), UTC_TIMESTAMP(6) + INTERVAL 1 HOUR FROM seq_1_to_3000");
        try (Connection connection = cluster().source().getConnection();
                Statement statement = connection.createStatement()) {
            statement.execute("FLUSH STATUS");
            assertThat(store.readLanes(connection, QueueLane.NONE).lanes())
                    .extracting(QueueLane::queue)
                    .containsExactly("q0", "q1", "q2");
            try (ResultSet read = statement.executeQuery("SELECT SUM(variable_value)"
                    + " FROM information_schema.session_status WHERE variable_name LIKE 'Handler_read%'")) {
                assertThat(read.next()).isTrue();
                assertThat(read.getLong(1)).as("rows read").isLessThan(100);
            }
        }
    }
}
