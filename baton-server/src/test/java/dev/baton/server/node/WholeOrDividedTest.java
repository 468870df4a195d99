package dev.baton.server.node;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import dev.baton.server.config.ConfigException;
import dev.baton.shards.ShardGroup;
import dev.baton.shards.ShardGroups;
import dev.baton.shards.ShardTerm;
import dev.baton.shards.Shards;
import dev.baton.shards.ShardsSchema;
import dev.baton.sql.Baton;
import dev.baton.testkit.TestPatience;
import java.sql.SQLException;
import java.time.Duration;
import java.util.UUID;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import org.h2.jdbcx.JdbcDataSource;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** Who comes while another ends: it has signed off, and what it leads has not ended yet. */
class WholeOrDividedTest {

    private static final int SHARDS = 2;

    private final JdbcDataSource database = new JdbcDataSource();
    private final CountDownLatch mayEnd = new CountDownLatch(1);
    private Baton one;
    private Baton other;

    @BeforeEach
    void begin() {
        database.setURL("jdbc:h2:mem:" + UUID.randomUUID() + ";DB_CLOSE_DELAY=-1");
        one = baton("one");
        other = baton("other");
    }

    private Baton baton(String node) {
        return Baton.on(database)
                .component(ShardsSchema.COMPONENT)
                .node(node)
                .drainTimeout(TestPatience.LONGEST_WAIT)
                .start();
    }

    @AfterEach
    void end() {
        mayEnd.countDown();
        one.close();
        other.close();
    }

    private void work(ShardTerm term) throws InterruptedException {
        while (!term.awaitOver(Duration.ofMillis(20))) {
            // leads
        }
        mayEnd.await();
    }

    private ShardGroup group() throws SQLException {
        return new ShardGroups(other).find("orders").orElseThrow();
    }

    /** One leads all shards, and is told to end. */
    private CompletableFuture<Void> ending() {
        Shards shards = Shards.of(one, "orders", SHARDS).work(this::work).start();
        await().atMost(TestPatience.LONGEST_WAIT).until(() -> group().ledBy("one") == SHARDS);
        CompletableFuture<Void> ending = CompletableFuture.runAsync(shards::close);
        await().atMost(TestPatience.LONGEST_WAIT).until(() -> group().nodes().isEmpty());
        return ending;
    }

    @Test
    void whoLeadsTheWholeIsRefusedUntilTheLastPartHasEnded() {
        CompletableFuture<Void> ending = ending();
        WholeOrDivided whole = new WholeOrDivided(other, "orders");
        assertThatThrownBy(whole::refuseIfDivided)
                .isInstanceOf(ConfigException.class)
                .hasMessageContainingAll("is divided into 2 shards", "which one lead", "election.roles.orders.shards");

        mayEnd.countDown();
        ending.join();

        assertThatCode(whole::refuseIfDivided).doesNotThrowAnyException();
    }

    @Test
    void whoSharesWaitsForThePartsOfOneWhoEnds() {
        CompletableFuture<Void> ending = ending();
        WholeOrDivided share = new WholeOrDivided(other, "orders");
        assertThatThrownBy(() -> share.refuseIfWhole(() -> false))
                .isInstanceOf(ConfigException.class)
                .hasMessageContainingAll("is led by node 'one'", "no share of role 'orders'");

        assertThatCode(() -> share.refuseIfWhole(() -> {
                    mayEnd.countDown();
                    ending.join();
                    return true;
                }))
                .doesNotThrowAnyException();
    }

    /** Both would do the same work, so there is nothing to wait for. */
    @Test
    void whoSharesDoesNotWaitForOneWhoLeadsTheWhole() throws Exception {
        assertThat(one.campaign("orders").awaitLeadership(TestPatience.LONGEST_WAIT))
                .isPresent();
        assertThatThrownBy(() -> new WholeOrDivided(other, "orders").refuseIfWhole(() -> {
                    throw new AssertionError("waited");
                }))
                .isInstanceOf(ConfigException.class)
                .hasMessageContainingAll("is led whole by node 'one'", "election.roles.orders.shards");
    }
}
