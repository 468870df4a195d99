package dev.baton.shards;

import static org.assertj.core.api.Assertions.assertThat;

import com.zaxxer.hikari.HikariConfig;
import com.zaxxer.hikari.HikariDataSource;
import dev.baton.Strategy;
import dev.baton.sql.BatonBuilder;
import dev.baton.testkit.Cluster;
import dev.baton.testkit.Node;
import dev.baton.testkit.TestDatabase;
import dev.baton.testkit.contract.Waits;
import java.sql.Connection;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;
import javax.sql.DataSource;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;

/** A database of its own for each test, nodes on it, and the ledger of what they did. */
abstract class ShardsFixture {

    static final Duration ROUND = Duration.ofMillis(150);

    /** Closed after the test, the latest first. */
    final Deque<AutoCloseable> open = new ArrayDeque<>();

    TestDatabase database;
    KeyLedger ledger;
    Cluster cluster;

    protected abstract TestDatabase fresh();

    /** How its nodes are set. */
    protected BatonBuilder settings(BatonBuilder builder) {
        return builder;
    }

    @BeforeEach
    void begin() throws SQLException {
        database = fresh();
        open.push(database);
        ledger = new KeyLedger(database.dataSource());
        cluster = new Cluster(database::dataSource, this::settings);
        open.push(cluster);
    }

    @AfterEach
    void end() throws Exception {
        while (!open.isEmpty()) {
            open.pop().close();
        }
    }

    Strategy strategy() {
        return database.hasSessionLocks() ? Strategy.session() : lease();
    }

    static Strategy lease() {
        return new Strategy.Lease(Duration.ofSeconds(6), Duration.ofSeconds(1), Duration.ofMillis(500));
    }

    Node node(String id) {
        return node(id, pool());
    }

    DataSource pool() {
        HikariConfig config = new HikariConfig();
        config.setDataSource(database.inTwoZones());
        config.setMaximumPoolSize(40);
        config.setMinimumIdle(0);
        HikariDataSource pool = new HikariDataSource(config);
        open.push(pool);
        return pool;
    }

    Node node(String id, DataSource source) {
        Node node =
                cluster.node(id, source, builder -> builder.strategy(strategy()).component(ShardsSchema.COMPONENT));
        open.push(node);
        return node;
    }

    static Set<Integer> led(Shards shards) {
        return shards.leading().stream().map(ShardTerm::shard).collect(Collectors.toSet());
    }

    void execute(String sql) throws SQLException {
        try (Connection connection = database.dataSource().getConnection();
                Statement statement = connection.createStatement()) {
            statement.execute(sql);
        }
    }

    static void untilAllLed(int count, Shards... nodes) {
        Waits.until("all " + count + " shards are led", () -> {
            Set<Integer> all = new HashSet<>();
            for (Shards shards : nodes) {
                all.addAll(led(shards));
            }
            return all.size() == count;
        });
    }

    void assertNoKeyWasWorkedOnTwice() throws SQLException {
        List<KeyLedger.Done> all = ledger.all();
        assertThat(all).isNotEmpty();
        assertThat(KeyLedger.violations(all)).isEmpty();
    }

    void untilAllKeysWorkedOn(long layout) {
        Waits.until(
                "every key is worked on in layout " + layout,
                () -> ledger.all().stream()
                                .filter(done -> done.layout() == layout)
                                .map(KeyLedger.Done::key)
                                .distinct()
                                .count()
                        == KeyLedger.KEYS.size());
    }
}
