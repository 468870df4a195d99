package dev.baton.chaos.shards;

import com.zaxxer.hikari.HikariConfig;
import com.zaxxer.hikari.HikariDataSource;
import dev.baton.Strategy;
import dev.baton.chaos.history.Journal;
import dev.baton.chaos.node.Roles;
import dev.baton.server.log.LogSetup;
import dev.baton.shards.Shards;
import dev.baton.shards.ShardsSchema;
import dev.baton.sql.Baton;
import java.nio.file.Path;
import java.time.Duration;
import java.util.concurrent.CountDownLatch;

/** A process that takes its share of the shards and writes down what it does for them. */
public final class ShardNodeMain {

    static final String GROUP = "chaos";

    private static final Duration ROUND = Duration.ofMillis(500);
    private static final Duration ABSENCE = Duration.ofSeconds(4);
    private static final Duration GRACE = Duration.ofSeconds(20);

    private ShardNodeMain() {}

    /** Arguments: node, JDBC URL, journal, shards of a new group. */
    public static void main(String[] args) throws InterruptedException {
        LogSetup.serve("info", "json");
        HikariDataSource pool = pool(args[1], 8);
        HikariDataSource elections = pool(args[1], 6);
        Baton baton = Baton.on(pool)
                .leadership(elections)
                .node(args[0])
                .drainTimeout(Duration.ofSeconds(3))
                .component(ShardsSchema.COMPONENT)
                .start();
        Shards shards = Shards.of(baton, GROUP, Integer.parseInt(args[3]))
                .strategy(new Strategy.Lease(Roles.LEASE, Roles.RENEWAL, Roles.RENEWAL))
                .every(ROUND, ABSENCE)
                .grace(GRACE)
                .work(new LedgerWork(baton, new Journal(Path.of(args[2]))))
                .start();
        Runtime.getRuntime().addShutdownHook(new Thread(() -> {
            shards.close();
            baton.close();
            elections.close();
            pool.close();
        }));
        new CountDownLatch(1).await();
    }

    private static HikariDataSource pool(String url, int size) {
        HikariConfig config = new HikariConfig();
        config.setJdbcUrl(url);
        config.setMaximumPoolSize(size);
        config.setInitializationFailTimeout(-1);
        return new HikariDataSource(config);
    }
}
