package dev.baton.testkit.contract;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.junit.jupiter.api.Assumptions.assumeFalse;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import dev.baton.LeaderToken;
import dev.baton.spi.Outcome;
import dev.baton.sql.Fence;
import dev.baton.sql.FenceLostException;
import dev.baton.sql.FencedWork;
import dev.baton.testkit.Node;
import dev.baton.testkit.TestPatience;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.SQLException;
import java.sql.Savepoint;
import java.util.List;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;

/**
 * A fence is held until the commit or nothing is committed. Databases end transactions by themselves, and code that catches
 * the error goes on in the next one, which no fence guards.
 */
public interface FenceLossContract extends Contract {

    private boolean endsByCommandOnly() {
        return database().dialect().equals("postgresql");
    }

    /** What fenced work has committed. */
    private List<Integer> acts() throws SQLException {
        return table().rows("SELECT x FROM " + actsTable() + " ORDER BY x", r -> r.getInt(1));
    }

    private String actsTable() {
        return "lost_" + role().replace('-', '_');
    }

    private void createActs() throws SQLException {
        table().update("CREATE TABLE " + actsTable() + " (x int PRIMARY KEY, n int)");
    }

    private void act(Connection connection, int x) throws SQLException {
        LeaseTable.update(connection, "INSERT INTO " + actsTable() + " VALUES (?, 0)", x);
    }

    private void touch(Connection connection, int x) throws SQLException {
        LeaseTable.update(connection, "UPDATE " + actsTable() + " SET n = n + 1 WHERE x = ?", x);
    }

    /** The whole of what could go wrong: the next term is granted, and then the former leader's transaction commits. */
    @Test
    default void whoLostItsFenceToASuccessorCommitsNothing() throws Exception {
        assumeFalse(endsByCommandOnly(), "PostgreSQL ends no transaction by itself");
        createActs();
        Fence fence = cluster().node("writer").baton().fence();
        try (ManualCandidate a = seat("a", lease());
                ManualCandidate b = seat("b", lease());
                Connection connection = database().stepByStep().getConnection()) {
            connection.setTransactionIsolation(Connection.TRANSACTION_READ_COMMITTED);
            connection.setAutoCommit(false);
            fence.enter(connection, a.acquire());
            act(connection, 1);
            connection.rollback();
            table().expire(role());
            assertThat(b.take()).isInstanceOf(Outcome.Acquired.class);
            act(connection, 2);
            assertThatThrownBy(() -> fence.commit(connection)).isInstanceOf(FenceLostException.class);
            connection.rollback();
            act(connection, 3);
            assertThatThrownBy(() -> fence.ensureHeld(connection)).isInstanceOf(FenceLostException.class);
            connection.rollback();
        }
        assertThat(acts()).isEmpty();
    }

    @Test
    default void whoKeptItsFenceCommits() throws Exception {
        createActs();
        Fence fence = cluster().node("writer").baton().fence();
        try (ManualCandidate a = seat("a", lease());
                Connection connection = database().stepByStep().getConnection()) {
            LeaderToken token = a.acquire();
            connection.setTransactionIsolation(Connection.TRANSACTION_READ_COMMITTED);
            connection.setAutoCommit(false);
            fence.enter(connection, token);
            act(connection, 1);
            fence.commit(connection);
            fence.enter(connection, token);
            fence.enter(connection, token);
            act(connection, 2);
            fence.ensureHeld(connection);
            connection.commit();
            fence.enter(connection, token);
            act(connection, 3);
            connection.rollback(connection.setSavepoint());
            fence.commit(connection);
        }
        assertThat(acts()).containsExactly(1, 2, 3);
    }

    /** Rolling back to a savepoint that is older than the fence takes the fence back too, and then its proof. */
    @Test
    default void whoRollsBackToBeforeItsFenceCommitsNothing() throws Exception {
        assumeTrue(
                Set.of("mariadb", "mysql", "galera").contains(database().dialect()),
                "the guide on fencing says where this is not noticed");
        createActs();
        Fence fence = cluster().node("writer").baton().fence();
        try (ManualCandidate a = seat("a", lease());
                Connection connection = database().stepByStep().getConnection()) {
            LeaderToken token = a.acquire();
            connection.setTransactionIsolation(Connection.TRANSACTION_READ_COMMITTED);
            connection.setAutoCommit(false);
            Savepoint older = connection.setSavepoint();
            fence.enter(connection, token);
            act(connection, 1);
            connection.rollback(older);
            act(connection, 2);
            assertThatThrownBy(() -> fence.commit(connection)).isInstanceOf(FenceLostException.class);
            connection.rollback();
        }
        assertThat(acts()).isEmpty();
    }

    @Test
    default void fencedWorkCannotEndItsTransaction() throws Exception {
        createActs();
        Node node = cluster().node("one");
        LeaderToken token = node.lead(role(), lease());
        for (FencedWork.Action<RuntimeException> ending : List.<FencedWork.Action<RuntimeException>>of(
                Connection::rollback,
                Connection::commit,
                Connection::close,
                c -> c.setAutoCommit(true),
                c -> LeaseTable.update(c, " rollback"),
                c -> LeaseTable.update(c, "SET autocommit = 1"),
                c -> LeaseTable.update(c, "set @@session.AUTOCOMMIT = 1"),
                c -> LeaseTable.update(c, "SET IMPLICIT_TRANSACTIONS OFF"),
                c -> LeaseTable.update(c, "set xact_abort, implicit_transactions off"),
                c -> LeaseTable.update(c, "PREPARE TRANSACTION 'halves'"),
                c -> LeaseTable.update(c, "-- why\n /* and\n why */ rollback"),
                c -> c.createStatement().execute("COMMIT"))) {
            assertThatThrownBy(() -> node.baton().fenced(token, c -> {
                        act(c, 1);
                        ending.run(c);
                        act(c, 2);
                    }))
                    .isInstanceOf(IllegalStateException.class)
                    .hasMessageContaining("would end the transaction");
        }
        assertThat(acts()).isEmpty();
        node.baton().fenced(token, c -> {
            act(c, 3);
            Savepoint before = c.setSavepoint();
            act(c, 4);
            c.rollback(before);
        });
        assertThat(acts()).containsExactly(3);
    }

    /** A driver's statement knows the driver's connection, and who wants to can have it. */
    @Test
    default void whatEndsItBehindTheGuardIsSeenAtTheCommit() throws Exception {
        assumeFalse(endsByCommandOnly(), "PostgreSQL is not asked at the commit");
        createActs();
        Node node = cluster().node("one");
        LeaderToken token = node.lead(role(), lease());
        for (FencedWork.Action<RuntimeException> ending : List.<FencedWork.Action<RuntimeException>>of(
                this::endByItsStatement, c -> c.unwrap(Connection.class).rollback())) {
            assertThatThrownBy(() -> node.baton().fenced(token, c -> {
                        act(c, 1);
                        ending.run(c);
                        act(c, 2);
                    }))
                    .isInstanceOf(FenceLostException.class);
        }
        assertThat(acts()).isEmpty();
    }

    private void endByItsStatement(Connection connection) throws SQLException {
        try (PreparedStatement statement = connection.prepareStatement("SELECT x FROM " + actsTable())) {
            statement.getConnection().rollback();
        }
    }

    /**
     * Where it commits by itself, what comes after it is refused, which is no proof against the leader; where it is part of the
     * transaction, nothing is lost.
     */
    @Test
    default void aChangeOfTheSchemaDoesNotTakeTheFenceAwayUnseen() throws Exception {
        createActs();
        Node node = cluster().node("one");
        LeaderToken token = node.lead(role(), lease());
        boolean commits =
                Set.of("h2", "mariadb", "mysql", "galera").contains(database().dialect());
        boolean lost = false;
        try {
            node.baton().fenced(token, c -> {
                act(c, 1);
                LeaseTable.update(c, "CREATE TABLE made_" + actsTable() + " (x int)");
                act(c, 2);
            });
        } catch (FenceLostException e) {
            lost = true;
        }
        assertThat(lost).isEqualTo(commits);
        assertThat(acts()).isEqualTo(commits ? List.of(1) : List.of(1, 2));
        node.baton().fenced(token, c -> act(c, 3));
    }

    /** PostgreSQL refuses everything after an error by itself; elsewhere an error of one statement ends nothing. */
    @Test
    default void anErrorThatEndsNothingLosesNothing() throws Exception {
        createActs();
        Node node = cluster().node("one");
        LeaderToken token = node.lead(role(), lease());
        boolean aborts = endsByCommandOnly();
        try {
            node.baton().fenced(token, c -> {
                act(c, 1);
                assertThatThrownBy(() -> act(c, 1)).isInstanceOf(SQLException.class);
                act(c, 2);
            });
            assertThat(aborts).isFalse();
        } catch (SQLException e) {
            assertThat(aborts).as("%s", e).isTrue();
        }
        assertThat(acts()).isEqualTo(aborts ? List.of() : List.of(1, 2));
    }

    /** Which of two is the victim is the database's choice: until it is the fenced one. */
    @Test
    default void aVictimOfADeadlockThatGoesOnCommitsNothing() throws Exception {
        assumeFalse(endsByCommandOnly(), "PostgreSQL refuses whoever goes on after an error");
        createActs();
        act(1, 2, 3, 4, 5, 6, 7, 8);
        Node node = cluster().node("one");
        LeaderToken token = node.lead(role(), lease());
        boolean victim = false;
        for (int round = 0; round < 20 && !victim; round++) {
            int mine = 100 + round;
            try {
                victim = !fencedAgainstARival(node, token, mine);
            } catch (SQLException e) {
                victim = true;
            }
            assertThat(acts().contains(mine)).isEqualTo(!victim);
        }
        assertThat(victim).as("it was the victim once").isTrue();
    }

    private void act(int... all) throws SQLException {
        try (Connection connection = database().stepByStep().getConnection()) {
            for (int x : all) {
                act(connection, x);
            }
        }
    }

    /**
     * Two transactions that wait for each other; the rival has changed more, which some databases go by.
     *
     * @return whether the fenced one was committed
     */
    private boolean fencedAgainstARival(Node node, LeaderToken token, int mine) throws SQLException {
        try (Connection rival = database().stepByStep().getConnection()) {
            rival.setTransactionIsolation(Connection.TRANSACTION_READ_COMMITTED);
            rival.setAutoCommit(false);
            for (int x = 2; x <= 8; x++) {
                touch(rival, x);
            }
            node.baton().fenced(token, c -> {
                touch(c, 1);
                CompletableFuture<Void> waiting = CompletableFuture.runAsync(() -> touchOrYield(rival, 1));
                try {
                    touch(c, 2);
                } catch (SQLException e) {
                    // What a program must not do: it goes on as if nothing had been.
                }
                waiting.orTimeout(TestPatience.LONGEST_WAIT.toMillis(), TimeUnit.MILLISECONDS)
                        .join();
                act(c, mine);
            });
            return true;
        } catch (FenceLostException e) {
            return false;
        }
    }

    /** Ends the rival's transaction either way, so that nobody waits for it any longer. */
    private void touchOrYield(Connection rival, int x) {
        try {
            touch(rival, x);
            rival.rollback();
        } catch (SQLException victim) {
            try {
                rival.rollback();
            } catch (SQLException e) {
                throw new CompletionException(e);
            }
        }
    }
}
