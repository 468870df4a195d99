package dev.baton.shards;

import static org.assertj.core.api.Assertions.assertThat;

import dev.baton.sql.Baton;
import dev.baton.testkit.PostgresDatabase;
import dev.baton.testkit.TestDatabase;
import dev.baton.testkit.contract.Waits;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import javax.sql.DataSource;
import org.junit.jupiter.api.Test;

/** The guide's program and its SQL on a real PostgreSQL. */
class GuideExampleTest {

    private static final String SHARD_OF =
            "('x' || left(encode(sha256(convert_to(order_key, 'UTF8')), 'hex'), 8))::bit(32)::bigint % ";

    private DataSource dataSource;

    @Test
    void everyOrderIsSettledByItsShard() throws Exception {
        try (TestDatabase database = PostgresDatabase.fresh()) {
            dataSource = database.dataSource();
            run("CREATE TABLE orders (order_key text PRIMARY KEY, settled boolean NOT NULL DEFAULT false)");
            run("INSERT INTO orders (order_key) SELECT 'Größe-' || n FROM generate_series(1, 40) n");
            // region shards
            Baton baton = Baton.on(dataSource).component(ShardsSchema.COMPONENT).start();
            Shards orders = Shards.of(baton, "orders", 16)
                    .work(term -> {
                        while (!term.awaitOver(Duration.ofSeconds(1))) { // as long as this node leads this shard
                            for (String order : openOrders(term.layout().shards(), term.shard())) {
                                baton.fenced(term.token(), connection -> settle(connection, order));
                            }
                        }
                    })
                    .start();
            // endregion
            try (baton;
                    orders) {
                Waits.until("all orders are settled", () -> open().isEmpty());
            }
        }
    }

    @Test
    void theDatabaseSaysTheSameShard() throws Exception {
        try (TestDatabase database = PostgresDatabase.fresh()) {
            dataSource = database.dataSource();
            run("CREATE TABLE orders (order_key text PRIMARY KEY, settled boolean NOT NULL DEFAULT false)");
            run("INSERT INTO orders (order_key) SELECT 'Größe-' || n FROM generate_series(1, 40) n");
            for (int shard = 0; shard < 7; shard++) {
                assertThat(openOrders(7, shard)).isSubsetOf(open()).isNotEmpty();
                for (String order : openOrders(7, shard)) {
                    assertThat(new Layout(1, 7).shardOf(order)).isEqualTo(shard);
                }
            }
        }
    }

    private List<String> open() throws SQLException {
        return openOrders(1, 0);
    }

    private List<String> openOrders(int shards, int shard) throws SQLException {
        try (Connection connection = dataSource.getConnection();
                PreparedStatement select =
                        connection.prepareStatement("SELECT order_key FROM orders WHERE NOT settled AND " + SHARD_OF
                                + shards + " = ? ORDER BY order_key")) {
            select.setInt(1, shard);
            try (ResultSet row = select.executeQuery()) {
                List<String> found = new ArrayList<>();
                while (row.next()) {
                    found.add(row.getString(1));
                }
                return found;
            }
        }
    }

    private static void settle(Connection connection, String order) throws SQLException {
        try (PreparedStatement update =
                connection.prepareStatement("UPDATE orders SET settled = true WHERE order_key = ?")) {
            update.setString(1, order);
            update.execute();
        }
    }

    private void run(String statement) throws SQLException {
        try (Connection connection = dataSource.getConnection();
                Statement once = connection.createStatement()) {
            once.execute(statement);
        }
    }
}
