package dev.baton.contract;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.baton.LeaderToken;
import dev.baton.Strategy;
import dev.baton.sql.Schema;
import dev.baton.sql.schema.TableNames;
import dev.baton.testkit.Cluster;
import dev.baton.testkit.MariaDbDatabase;
import dev.baton.testkit.Node;
import dev.baton.testkit.PostgresDatabase;
import dev.baton.testkit.TestDatabase;
import dev.baton.testkit.UrlDataSource;
import dev.baton.testkit.contract.LeaseTable;
import java.sql.SQLException;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.Test;

/** The shipped grants are enough to work and lead with, each account within its own bounds. */
class GrantsTest {

    @Test
    void postgres() throws Exception {
        PostgresDatabase database = PostgresDatabase.fresh();
        LeaseTable admin = new LeaseTable(database.dataSource());
        for (String account : List.of("baton_leader", "baton_app")) {
            admin.update("DO $$ BEGIN CREATE ROLE " + account + " LOGIN; EXCEPTION WHEN duplicate_object THEN END $$");
        }
        prove(database, "user=postgres");
    }

    @Test
    void mariaDb() throws Exception {
        MariaDbDatabase database = MariaDbDatabase.fresh();
        for (String account : List.of("baton_leader", "baton_app")) {
            database.server().run("CREATE USER IF NOT EXISTS " + account);
        }
        prove(database, "user=root");
    }

    private static void prove(TestDatabase database, String admin) throws Exception {
        new Schema(TableNames.DEFAULT, List.of(Schema.LEADERSHIP)).apply(database.dataSource());
        Scripts.run(database, Scripts.grants(database.dialect()));
        LeaseTable tables = new LeaseTable(database.dataSource());
        tables.update("CREATE TABLE acts (x int)");
        tables.update("GRANT SELECT, INSERT ON acts TO baton_app");
        UrlDataSource leader = new UrlDataSource(database.url().replace(admin, "user=baton_leader"));
        UrlDataSource app = new UrlDataSource(database.url().replace(admin, "user=baton_app"));
        try (Cluster cluster = new Cluster(app)) {
            Node one = cluster.node("one", settings -> settings.leadership(leader));
            lead(one, "by-session", Strategy.session());
            lead(
                    one,
                    "by-lease",
                    new Strategy.Lease(Duration.ofSeconds(8), Duration.ofSeconds(1), Duration.ofSeconds(1)));
            assertThat(tables.rows("SELECT x FROM acts", row -> row.getInt(1))).hasSize(2);
        }
        denied(app, "UPDATE baton_leases SET lease_epoch = 0");
        denied(app, "DELETE FROM baton_leader_events");
        denied(leader, "DELETE FROM baton_leases");
        denied(leader, "DELETE FROM baton_leader_events");
        denied(leader, "INSERT INTO acts VALUES (3)");
    }

    private static void lead(Node node, String role, Strategy strategy) throws Exception {
        LeaderToken token = node.lead(role, strategy);
        node.baton().fenced(token, connection -> LeaseTable.update(connection, "INSERT INTO acts VALUES (1)"));
    }

    private static void denied(UrlDataSource account, String sql) {
        assertThatThrownBy(() -> new LeaseTable(account).update(sql)).isInstanceOf(SQLException.class);
    }
}
