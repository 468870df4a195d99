package dev.baton.examples;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.baton.Campaign;
import dev.baton.LeaderToken;
import dev.baton.StaleTokenException;
import dev.baton.sql.Baton;
import dev.baton.testkit.PostgresDatabase;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;
import javax.sql.DataSource;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** The examples do what they say, on a real PostgreSQL. */
@Timeout(60)
class ExamplesTest {

    private static final Duration SOON = Duration.ofSeconds(10);

    private final DataSource database = PostgresDatabase.fresh().dataSource();

    @Test
    void fiveLinesLeadWriteAndLeave() throws Exception {
        CountDownLatch stop = new CountDownLatch(1);
        CompletableFuture<Void> program = CompletableFuture.runAsync(() -> {
            try {
                FiveLines.run(database, stop);
            } catch (InterruptedException | SQLException e) {
                throw new IllegalStateException(e);
            }
        });
        while (!program.isDone() && !hasReported()) {
            assertThat(stop.await(50, TimeUnit.MILLISECONDS)).isFalse();
        }
        stop.countDown();
        program.get(20, TimeUnit.SECONDS);

        assertThat(number("SELECT lease_epoch FROM reports LIMIT 1")).isEqualTo(1);
        assertThat(number("SELECT count(*) FROM baton_leases WHERE lease_name = 'reporter' AND released"))
                .isEqualTo(1);
    }

    private boolean hasReported() throws SQLException {
        return number("SELECT count(*) FROM pg_tables WHERE tablename = 'reports'") == 1
                && number("SELECT count(*) FROM reports") > 0;
    }

    @Test
    void gateLetsOnlyTheLeaderSend() throws Exception {
        try (Baton one = Baton.on(database).node("one").start();
                Baton two = Baton.on(database).node("two").start()) {
            Campaign leading = one.campaign("sender");
            LeaderToken token = leading.awaitLeadership(SOON).orElseThrow();
            AtomicLong sentUnder = new AtomicLong();

            assertThat(new GateOnly(leading, (message, epoch) -> sentUnder.set(epoch)).trySend("Ada"))
                    .isTrue();
            assertThat(sentUnder).hasValue(token.epoch());
            Campaign following = two.campaign("sender");
            assertThat(new GateOnly(following, (message, epoch) -> {}).trySend("Ada"))
                    .isFalse();
            assertThat(following.gate().blocked()).isEqualTo(1);
        }
    }

    @Test
    void ownTransactionIsRefusedOnceTheRoleHasMovedOn() throws Exception {
        execute("CREATE TABLE accounts (name varchar(20) PRIMARY KEY, balance bigint NOT NULL)");
        execute("INSERT INTO accounts VALUES ('a', 10), ('b', 0)");
        try (Baton baton = Baton.start(database)) {
            Campaign campaign = baton.campaign("bookkeeper");
            LeaderToken token = campaign.awaitLeadership(SOON).orElseThrow();
            OwnTransaction.transfer(baton, database, token, "a", "b", 4);
            assertThat(number("SELECT balance FROM accounts WHERE name = 'b'")).isEqualTo(4);

            execute("UPDATE baton_leases SET lease_epoch = lease_epoch + 1"); // an operator revokes the term
            assertThatThrownBy(() -> OwnTransaction.transfer(baton, database, token, "a", "b", 4))
                    .isInstanceOf(StaleTokenException.class);
            assertThat(number("SELECT balance FROM accounts WHERE name = 'b'")).isEqualTo(4);
        }
    }

    @Test
    void listenerHearsOfATerm() throws Exception {
        AtomicLong terms = new AtomicLong();
        try (Baton baton = Listening.start(database, terms, () -> {})) {
            assertThat(baton.campaign("listener").awaitLeadership(SOON)).isPresent();
        }
        assertThat(terms).hasValue(1);
    }

    @Test
    void roleIsHandedOverAndBack() throws Exception {
        try (Baton one = Baton.on(database).node("one").start();
                Baton two = Baton.on(database).node("two").start()) {
            Campaign first = one.campaign("duty");
            LeaderToken before = first.awaitLeadership(SOON).orElseThrow();
            Campaign second = two.campaign("duty");
            awaitCandidate("two");

            HandOver.toNode(first, "two");
            LeaderToken after = second.awaitLeadership(SOON).orElseThrow();
            assertThat(after.epoch()).isEqualTo(before.epoch() + 1);
            assertThat(first.gate().isLeader()).isFalse();

            HandOver.duringMaintenance(second, () -> {
                assertThat(second.gate().isLeader()).isFalse();
                assertThat(leads(first)).isTrue();
            });
        }
    }

    private static boolean leads(Campaign campaign) {
        try {
            return campaign.awaitLeadership(SOON).isPresent();
        } catch (InterruptedException e) {
            throw new IllegalStateException(e);
        }
    }

    /** A transfer names a living candidate; a candidate is known a moment after it stands. */
    private void awaitCandidate(String node) throws Exception {
        CountDownLatch never = new CountDownLatch(1);
        while (number("SELECT count(*) FROM baton_candidates c JOIN baton_nodes n ON n.holder_id = c.holder_id"
                        + " WHERE n.node_id = '" + node + "'")
                == 0) {
            assertThat(never.await(20, TimeUnit.MILLISECONDS)).isFalse();
        }
    }

    private long number(String sql) throws SQLException {
        try (Connection connection = database.getConnection();
                Statement statement = connection.createStatement();
                ResultSet rows = statement.executeQuery(sql)) {
            return rows.next() ? rows.getLong(1) : 0;
        }
    }

    private void execute(String sql) throws SQLException {
        try (Connection connection = database.getConnection();
                Statement statement = connection.createStatement()) {
            statement.execute(sql);
        }
    }
}
