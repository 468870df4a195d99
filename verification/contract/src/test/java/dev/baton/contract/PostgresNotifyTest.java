package dev.baton.contract;

import static org.assertj.core.api.Assertions.assertThat;

import dev.baton.Campaign;
import dev.baton.Strategy;
import dev.baton.testkit.Cluster;
import dev.baton.testkit.Node;
import dev.baton.testkit.PostgresDatabase;
import dev.baton.testkit.contract.Waits;
import java.sql.Connection;
import java.sql.Statement;
import java.time.Duration;
import java.util.Arrays;
import org.junit.jupiter.api.Test;
import org.postgresql.PGConnection;

/** PostgreSQL announces role changes, so a follower need not wait for its next look. */
class PostgresNotifyTest {

    /** Nobody looks within the test's patience unless told. */
    private static final Strategy.Lease SLEEPY =
            new Strategy.Lease(Duration.ofMinutes(10), Duration.ofMinutes(3), Duration.ofMinutes(5));

    @Test
    void releaseWakesALeaseFollowerAtOnce() throws Exception {
        PostgresDatabase database = PostgresDatabase.fresh();
        try (Cluster cluster = new Cluster(database.dataSource())) {
            Node one = cluster.node("one");
            Campaign a = one.campaign("role", SLEEPY);
            Node.leads(a);
            Campaign b = cluster.node("two").campaign("role", SLEEPY);
            Waits.until("it sleeps", () -> b.attempts() >= 1);
            a.drain().join();
            assertThat(Node.leads(b).epoch()).isEqualTo(2);
        }
    }

    @Test
    void announcementNamesRoleHolderAndEpoch() throws Exception {
        PostgresDatabase database = PostgresDatabase.fresh();
        try (Cluster cluster = new Cluster(database.dataSource());
                Connection connection = database.dataSource().getConnection();
                Statement statement = connection.createStatement()) {
            statement.execute("LISTEN baton_leader_change");
            Node node = cluster.node("one");
            node.lead("role", SLEEPY);
            PGConnection listener = connection.unwrap(PGConnection.class);
            assertThat(Arrays.stream(listener.getNotifications(30_000)))
                    .extracting(notification -> notification.getParameter())
                    .contains("role:" + node.baton().holderId() + ":1");
        }
    }
}
