package dev.baton.shards;

import static org.assertj.core.api.Assertions.assertThat;

import dev.baton.sql.BatonBuilder;
import dev.baton.testkit.Node;
import dev.baton.testkit.PostgresDatabase;
import dev.baton.testkit.TestDatabase;
import dev.baton.testkit.UrlDataSource;
import dev.baton.testkit.contract.LeaseTable;
import dev.baton.testkit.contract.Waits;
import java.sql.SQLException;
import org.junit.jupiter.api.Test;

/** Shards whose roles share the sessions of their process, and what many of them cost the database. */
class PostgresSharedSessionsShardsTest extends ShardsContract {

    private static final int MANY = 32;

    @Override
    protected TestDatabase fresh() {
        return PostgresDatabase.fresh();
    }

    @Override
    protected BatonBuilder settings(BatonBuilder builder) {
        return builder.sharedSessions();
    }

    /** A node whose elections have an account of their own, by which the server tells them from everything else. */
    private Shards joinAs(String account) throws SQLException {
        new LeaseTable(database.dataSource()).update("CREATE ROLE " + account + " LOGIN SUPERUSER");
        String url = database.url().replace("user=postgres", "user=" + account);
        assertThat(url).contains(account);
        Node node = cluster.node(
                account,
                database.dataSource(),
                builder -> builder.strategy(strategy())
                        .component(ShardsSchema.COMPONENT)
                        .leadership(new UrlDataSource(url)));
        Shards shards = Shards.of(node.baton(), "many", MANY).start();
        open.push(shards);
        return shards;
    }

    private long count(String sql, Object... values) throws SQLException {
        return new LeaseTable(database.dataSource())
                .rows(sql, row -> row.getLong(1), values)
                .get(0);
    }

    private void untilThreeConnectionsOf(String account) {
        Waits.until(
                "three connections of " + account,
                () -> count("SELECT count(*) FROM pg_stat_activity WHERE usename = ?", account) == 3);
    }

    @Test
    void manyShardsHaveThreeConnectionsAndFewHeartbeats() throws Exception {
        String name = ((PostgresDatabase) database).name();
        Shards a = joinAs(name + "_a");
        Waits.until("all are led", () -> led(a).size() == MANY);
        untilThreeConnectionsOf(name + "_a");
        Waits.until(
                "those that one transaction has renewed are many",
                () -> count("SELECT count(DISTINCT xmin::text) FROM baton_leases WHERE lease_name LIKE 'many.%'")
                        <= MANY / 8);

        Shards b = joinAs(name + "_b");
        Waits.until("each leads a half", () -> led(a).size() == MANY / 2 && led(b).size() == MANY / 2);
        untilThreeConnectionsOf(name + "_a");
        untilThreeConnectionsOf(name + "_b");
    }
}
