package dev.baton.examples;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.baton.Campaign;
import dev.baton.NotLeaderException;
import dev.baton.Strategy;
import dev.baton.Takeover;
import dev.baton.testkit.Cluster;
import dev.baton.testkit.Node;
import dev.baton.testkit.PostgresDatabase;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** What the guide on fencing says: without a fence a former leader overwrites its successor, with one it cannot. */
class UnfencedTest {

    private static final Strategy.Session STRATEGY = Strategy.session().with(Takeover.IMMEDIATE);

    private final PostgresDatabase database = PostgresDatabase.fresh();
    private final Cluster cluster = new Cluster(database.dataSource());
    private final Node one = cluster.node("one");
    private final Node two = cluster.node("two");

    @BeforeEach
    void table() throws SQLException {
        try (Connection connection = database.dataSource().getConnection();
                Statement statement = connection.createStatement()) {
            statement.execute("CREATE TABLE setting (value varchar(20))");
            statement.execute("INSERT INTO setting VALUES ('old')");
        }
    }

    @AfterEach
    void close() {
        cluster.close();
    }

    private String value() throws SQLException {
        try (Connection connection = database.dataSource().getConnection();
                Statement statement = connection.createStatement();
                ResultSet row = statement.executeQuery("SELECT value FROM setting")) {
            row.next();
            return row.getString(1);
        }
    }

    /** While one is paused, two takes over and writes. */
    private void takeOver() {
        try {
            one.crash();
            Campaign successor = two.campaign("keeper", STRATEGY);
            two.baton().fenced(Node.leads(successor), connection -> Unfenced.set(connection, "successor's"));
            one.revive();
        } catch (SQLException | InterruptedException e) {
            throw new IllegalStateException(e);
        }
    }

    @Test
    void withoutAFenceTheSuccessorIsOverwritten() throws Exception {
        Campaign campaign = one.campaign("keeper", STRATEGY);
        Node.leads(campaign);
        new Unfenced(one.baton(), database.dataSource(), campaign.gate()).write("stale", this::takeOver);
        assertThat(value()).isEqualTo("stale");
    }

    @Test
    void withAFenceItIsNot() throws Exception {
        Campaign campaign = one.campaign("keeper", STRATEGY);
        Node.leads(campaign);
        Unfenced program = new Unfenced(one.baton(), database.dataSource(), campaign.gate());
        assertThatThrownBy(() -> program.writeFenced("stale", this::takeOver)).isInstanceOf(NotLeaderException.class);
        assertThat(value()).isEqualTo("successor's");
    }
}
