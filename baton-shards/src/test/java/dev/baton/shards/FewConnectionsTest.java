package dev.baton.shards;

import com.zaxxer.hikari.HikariConfig;
import com.zaxxer.hikari.HikariDataSource;
import dev.baton.testkit.Node;
import dev.baton.testkit.PostgresDatabase;
import dev.baton.testkit.TestDatabase;
import dev.baton.testkit.contract.Waits;
import java.time.Duration;
import java.util.Optional;
import org.junit.jupiter.api.Test;

/** Shards by session in a process that has fewer connections for elections than shards. */
class FewConnectionsTest extends ShardsFixture {

    private static final int FEW = 5;

    @Override
    protected TestDatabase fresh() {
        return PostgresDatabase.fresh();
    }

    private HikariDataSource few() {
        HikariConfig config = new HikariConfig();
        config.setDataSource(database.dataSource());
        config.setMaximumPoolSize(FEW);
        config.setConnectionTimeout(1_000);
        HikariDataSource pool = new HikariDataSource(config);
        open.push(pool);
        return pool;
    }

    /** It cannot lead all of them at once, but take each of them once. */
    @Test
    void theNumberChangesAllTheSame() throws Exception {
        HikariDataSource elections = few();
        Node node = cluster.node(
                "a",
                database.dataSource(),
                builder -> builder.leadership(elections).strategy(strategy()).component(ShardsSchema.COMPONENT));
        open.push(node);
        Shards shards = Shards.of(node.baton(), "orders", 12)
                .work(ledger.work(node.baton()))
                .every(ROUND, Duration.ofSeconds(4))
                .start();
        open.push(shards);
        Waits.until("it leads some", () -> !led(shards).isEmpty());
        shards.resize(2);
        Waits.until("the next layout", () -> shards.layout().equals(Optional.of(new Layout(2, 2))));
        Waits.until("both are led", () -> led(shards).size() == 2);
        assertNoKeyWasWorkedOnTwice();
    }
}
