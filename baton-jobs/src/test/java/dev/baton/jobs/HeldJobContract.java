package dev.baton.jobs;

import static dev.baton.jobs.Cluster.until;
import static org.assertj.core.api.Assertions.assertThat;

import java.sql.Connection;
import java.sql.Statement;
import java.time.Instant;
import java.util.Collections;
import org.junit.jupiter.api.Assumptions;
import org.junit.jupiter.api.Test;

/** Somebody has written to a row in a transaction that stays open: no other row pays for it. */
interface HeldJobContract extends JobsStage {

    @Test
    default void anOldJobThatSomebodyHoldsKeepsNoOther() throws Exception {
        Assumptions.assumeFalse(
                cluster().dialect().equals("galera"),
                "its servers tell each other of no lock: who commits last is undone");
        Jobs client = cluster().start(cluster().builder().clientOnly());
        for (String status : new String[] {"dead", "cancelled"}) {
            JobRequest later = JobRequest.of(status).runAt(Instant.now().plusSeconds(3_600));
            client.enqueue(Collections.nCopies(2, later));
            client.enqueue(later.uniqueKey(status));
            client.enqueue(Collections.nCopies(2, later));
            cluster()
                    .update("UPDATE baton_jobs SET status = '" + status + "',"
                            + " finished_at = TIMESTAMP WITH TIME ZONE '2020-01-01 00:00:00Z' WHERE job_name = '"
                            + status + "'");
        }
        try (Connection holder = cluster().sessions().getConnection();
                Statement statement = holder.createStatement()) {
            holder.setTransactionIsolation(
                    Connection.TRANSACTION_READ_COMMITTED); // else MariaDB holds all that it looked at
            holder.setAutoCommit(false);
            statement.executeUpdate("UPDATE baton_jobs SET progress = progress WHERE unique_key IS NOT NULL");
            cluster().start(cluster().builder());
            until(() -> cluster().number("SELECT COUNT(*) FROM baton_jobs") == 2);
            assertThat(cluster().number("SELECT MAX(lease_epoch) FROM baton_leases WHERE lease_name = 'scheduler'"))
                    .as("nobody was deposed")
                    .isEqualTo(1);
            holder.rollback();
        }
    }
}
