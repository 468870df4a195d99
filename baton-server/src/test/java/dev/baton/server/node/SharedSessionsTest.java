package dev.baton.server.node;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.baton.server.TestNode;
import dev.baton.testkit.PostgresDatabase;
import dev.baton.testkit.TestPatience;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.List;
import org.junit.jupiter.api.Test;

/** {@code election.shared_sessions}: all roles of a node on one session. */
class SharedSessionsTest {

    private static final List<String> ROLES =
            List.of("submission-manager-executor", "scheduler", "metrics-aggregator", "log-compactor");

    /** How many locks of roles there are, and how many sessions hold them. */
    private record Held(long locks, long sessions) {}

    private static Held held(PostgresDatabase database) throws SQLException {
        try (Connection connection = database.dataSource().getConnection();
                Statement statement = connection.createStatement();
                ResultSet row = statement.executeQuery("SELECT count(*), count(DISTINCT l.pid) FROM pg_locks l"
                        + " JOIN pg_database d ON d.oid = l.database WHERE d.datname = current_database()"
                        + " AND l.locktype = 'advisory' AND l.objsubid = 1 AND l.granted")) {
            row.next();
            return new Held(row.getLong(1), row.getLong(2));
        }
    }

    private static void untilItLeads(TestNode node) {
        await().atMost(TestPatience.LONGEST_WAIT).untilAsserted(() -> {
            String ready = node.get("/readyz").body();
            assertThat(ROLES).allSatisfy(role -> assertThat(ready).contains("role=" + role + " mode=leader"));
        });
    }

    @Test
    void oneSessionHoldsTheLocksOfAllRoles() throws Exception {
        try (PostgresDatabase database = PostgresDatabase.fresh();
                TestNode node = new TestNode("election.shared_sessions = true", database.url())) {
            untilItLeads(node);
            await().atMost(TestPatience.LONGEST_WAIT).until(() -> held(database).equals(new Held(ROLES.size(), 1)));
        }
    }
}
