package dev.baton.testkit.contract;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.junit.jupiter.api.Assumptions.assumeFalse;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import dev.baton.FenceDemand;
import dev.baton.LeaderToken;
import dev.baton.StaleTokenException;
import dev.baton.StaleTokenException.Refusal;
import dev.baton.Strategy;
import dev.baton.spi.Outcome;
import dev.baton.sql.Fence;
import dev.baton.sql.database.Database;
import dev.baton.sql.schema.TableNames;
import java.sql.Connection;
import java.sql.SQLException;
import java.sql.SQLTransactionRollbackException;
import java.util.List;
import java.util.Locale;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** A former leader's transactions do not commit, and a current leader's do. */
public interface FenceContract extends Contract {

    /** What SQL Server's driver calls that isolation; the language of JDBC has no word for it. */
    int SNAPSHOT = 4096;

    private Fence fence() {
        return cluster().node("writer").baton().fence();
    }

    private Connection transaction() throws SQLException {
        Connection connection = database().stepByStep().getConnection();
        connection.setTransactionIsolation(Connection.TRANSACTION_READ_COMMITTED);
        connection.setAutoCommit(false);
        return connection;
    }

    @ParameterizedTest
    @MethodSource("everyStrategy")
    default void onlyTheCurrentTermPasses(Strategy strategy) throws SQLException {
        Fence fence = fence();
        try (ManualCandidate a = seat("a", strategy);
                ManualCandidate b = seat("b", strategy);
                Connection connection = transaction()) {
            LeaderToken old = a.acquire();
            fence.enter(connection, old);
            connection.commit();
            a.close();
            table().expire(role());
            LeaderToken current = b.acquire();
            assertRefused(fence, connection, old, Refusal.SUPERSEDED);
            assertRefused(fence, connection, new LeaderToken(role(), "a", current.epoch()), Refusal.SUPERSEDED);
            assertRefused(fence, connection, new LeaderToken(role(), "b", old.epoch()), Refusal.SUPERSEDED);
            assertRefused(fence, connection, new LeaderToken(role() + "-none", "b", 1), Refusal.SUPERSEDED);
            fence.enter(connection, current);
            connection.commit();
        }
    }

    private static void assertRefused(Fence fence, Connection connection, LeaderToken token, Refusal why)
            throws SQLException {
        assertThatThrownBy(() -> fence.enter(connection, token))
                .isInstanceOfSatisfying(
                        StaleTokenException.class,
                        refused -> assertThat(refused.refusal()).isEqualTo(why));
        connection.rollback();
    }

    @ParameterizedTest
    @MethodSource("strategies")
    default void operatorsUpdateRefusesTheHolder(Strategy strategy) throws SQLException {
        Fence fence = fence();
        try (ManualCandidate a = seat("a", strategy);
                Connection connection = transaction()) {
            LeaderToken token = a.acquire();
            table().revoke(role());
            assertRefused(fence, connection, token, Refusal.SUPERSEDED);
        }
    }

    @ParameterizedTest
    @MethodSource("strategies")
    default void expiryStopsNewWorkButNotItsRecord(Strategy strategy) throws SQLException {
        Fence fence = fence();
        try (ManualCandidate a = seat("a", strategy);
                Connection connection = transaction()) {
            LeaderToken token = a.acquire();
            table().expire(role());
            assertRefused(fence, connection, token, Refusal.EXPIRED);
            fence.enter(connection, token, FenceDemand.CURRENT);
            connection.commit();
        }
    }

    @ParameterizedTest
    @MethodSource("strategies")
    default void releasedTermStartsNothingNew(Strategy strategy) throws SQLException {
        Fence fence = fence();
        try (ManualCandidate a = seat("a", strategy);
                Connection connection = transaction()) {
            LeaderToken token = a.acquire();
            a.release(token);
            assertRefused(fence, connection, token, Refusal.EXPIRED);
        }
    }

    /** The takeover's bound is short here, so it gives up; what matters is that it was not granted. */
    @ParameterizedTest
    @MethodSource("strategies")
    default void takeoverWaitsForAnOpenFencedTransaction(Strategy strategy) throws Exception {
        assumeFalse(database().collidesAtCommit(), "servers of this database do not wait for each other");
        Fence fence = fence();
        try (ManualCandidate a = seat("a", strategy);
                ManualCandidate b = seat("b", strategy);
                Connection connection = transaction()) {
            fence.enter(connection, a.acquire());
            a.close();
            table().expire(role());
            CompletableFuture<Outcome> taking = CompletableFuture.supplyAsync(b::take);
            assertThatThrownBy(() -> taking.get(300, TimeUnit.MILLISECONDS)).isInstanceOf(TimeoutException.class);
            connection.commit();
            assertThat(taking.get())
                    .isInstanceOfSatisfying(
                            Outcome.Acquired.class,
                            acquired -> assertThat(acquired.token().epoch()).isEqualTo(2));
        }
    }

    /** Where nobody waits, of the two one fails; here the takeover comes first. */
    @Test
    default void openFencedTransactionFailsAfterATakeoverOnAnotherServer() throws Exception {
        assumeTrue(database().collidesAtCommit(), "a takeover waits for open fenced transactions here");
        LeaseTable table = table();
        table.update("CREATE TABLE " + acts() + " (epoch bigint PRIMARY KEY)");
        Fence fence = fence();
        int taken = 0;
        for (int round = 0; round < 3; round++) { // each of them begins its transaction on the next server
            try (ManualCandidate a = seat("a", lease());
                    ManualCandidate b = seat("b", lease());
                    Connection connection = transaction()) {
                LeaderToken token = a.acquire();
                fence.enter(connection, token);
                LeaseTable.update(connection, "INSERT INTO " + acts() + " VALUES (?)", token.epoch());
                table.expire(role());
                if (b.take() instanceof Outcome.Acquired) {
                    taken++;
                    assertThatThrownBy(connection::commit).isInstanceOf(SQLTransactionRollbackException.class);
                    assertThat(table.rows("SELECT epoch FROM " + acts(), row -> row.getLong(1)))
                            .doesNotContain(token.epoch());
                }
                table.expire(role());
            }
        }
        assertThat(taken).as("takeovers while a fenced transaction was open").isPositive();
    }

    private String acts() {
        return "acts_" + role().replace('-', '_');
    }

    /** By the name of the schema that is everybody's default; and where letters may be large or small, in large ones. */
    private List<TableNames> spellings() throws SQLException {
        try (Connection connection = database().dataSource().getConnection()) {
            String schema = connection.getSchema();
            if (schema == null) {
                return List.of(new TableNames(connection.getCatalog(), "baton_"));
            }
            return List.of(
                    new TableNames(schema.toLowerCase(Locale.ROOT), "baton_"),
                    new TableNames(schema.toUpperCase(Locale.ROOT), "BATON_"),
                    new TableNames("", "BATON_"));
        }
    }

    /** The whole of what could go wrong: the next term is granted to who says it otherwise, and then the former one commits. */
    @Test
    default void instancesThatSpellTheTableDifferentlyShareItsFence() throws Exception {
        assumeFalse(database().collidesAtCommit(), "servers of this database do not wait for each other");
        table().update("CREATE TABLE " + acts() + " (epoch bigint PRIMARY KEY)");
        Fence plain = fence();
        for (TableNames names : spellings()) {
            Database other = ManualCandidate.prepare(database().dataSource(), names);
            other.ready();
            Fence spelled = cluster()
                    .node("spelled", settings -> settings.tables(names))
                    .baton()
                    .fence();
            assertTakeoverWaits(plain, prepared(), other);
            assertTakeoverWaits(spelled, other, prepared());
        }
    }

    private void assertTakeoverWaits(Fence fence, Database ofWriter, Database ofNext) throws Exception {
        try (ManualCandidate a = new ManualCandidate(ofWriter, role(), "a", lease());
                ManualCandidate b = new ManualCandidate(ofNext, role(), "b", lease());
                Connection writer = transaction()) {
            LeaderToken token = a.acquire();
            fence.enter(writer, token);
            LeaseTable.update(writer, "INSERT INTO " + acts() + " VALUES (?)", token.epoch());
            table().expire(role());
            CompletableFuture<Outcome> taking = CompletableFuture.supplyAsync(b::take);
            assertThatThrownBy(() -> taking.get(200, TimeUnit.MILLISECONDS))
                    .as("a takeover through %s of a writer through %s", ofNext.tables(), ofWriter.tables())
                    .isInstanceOf(TimeoutException.class);
            fence.commit(writer);
            Outcome outcome = taking.get();
            if (!(outcome instanceof Outcome.Acquired)) { // on a slow machine its patience may have ended first
                Waits.until("the takeover succeeds", () -> b.take() instanceof Outcome.Acquired);
            }
            assertRefused(fence, writer, token, Refusal.SUPERSEDED);
            assertThat(table().rows("SELECT MAX(epoch) FROM " + acts(), row -> row.getLong(1)))
                    .containsExactly(token.epoch());
            table().expire(role());
        }
    }

    @Test
    default void aFenceNeedsATransaction() throws SQLException {
        Fence fence = fence();
        try (ManualCandidate a = seat("a", lease());
                Connection connection = transaction()) {
            LeaderToken token = a.acquire();
            connection.setAutoCommit(true);
            assertThatThrownBy(() -> fence.enter(connection, token))
                    .isInstanceOf(IllegalStateException.class)
                    .hasMessageContaining("auto-commit");
        }
    }

    /** Such a transaction judges by a snapshot that may be older than the lock. */
    @Test
    default void isolationAboveReadCommittedIsRefused() throws SQLException {
        Fence fence = fence();
        try (ManualCandidate a = seat("a", lease());
                Connection connection = transaction()) {
            LeaderToken token = a.acquire();
            for (int isolation : aboveReadCommitted()) {
                connection.rollback();
                connection.setTransactionIsolation(isolation);
                assertThatThrownBy(() -> fence.enter(connection, token))
                        .isInstanceOf(IllegalStateException.class)
                        .hasMessageContaining("READ COMMITTED");
            }
        }
    }

    private int[] aboveReadCommitted() {
        return database().dialect().equals("sqlserver")
                ? new int[] {Connection.TRANSACTION_REPEATABLE_READ, Connection.TRANSACTION_SERIALIZABLE, SNAPSHOT}
                : new int[] {Connection.TRANSACTION_REPEATABLE_READ, Connection.TRANSACTION_SERIALIZABLE};
    }

    @Test
    default void aFenceMayBeEnteredAgainInItsTransaction() throws SQLException {
        Fence fence = fence();
        table().update("CREATE TABLE nested_" + role().replace('-', '_') + " (x int)");
        try (ManualCandidate a = seat("a", lease());
                Connection connection = transaction()) {
            LeaderToken token = a.acquire();
            fence.enter(connection, token);
            LeaseTable.update(connection, "INSERT INTO nested_" + role().replace('-', '_') + " VALUES (1)");
            assertThatCode(() -> fence.enter(connection, token)).doesNotThrowAnyException();
            connection.commit();
        }
    }

    @Test
    default void fencedWorkAnswersAndRollsBack() throws Exception {
        String table = "acts_" + role().replace('-', '_');
        table().update("CREATE TABLE " + table
                + " (x int)"); // first: a server that has the term has what came before it
        var node = cluster().node("one");
        LeaderToken token = node.lead(role(), lease());
        int one = node.baton()
                .<Integer, RuntimeException>fencedResult(
                        token,
                        FenceDemand.UNEXPIRED,
                        c -> LeaseTable.update(c, "INSERT INTO " + table + " VALUES (1)"));
        assertThat(one).isEqualTo(1);
        assertThatThrownBy(() -> node.baton().fenced(token, c -> {
                    LeaseTable.update(c, "INSERT INTO " + table + " VALUES (2)");
                    throw new IllegalArgumentException("poison");
                }))
                .hasMessage("poison");
        assertThat(table().rows("SELECT x FROM " + table, r -> r.getInt(1))).containsExactly(1);
    }
}
