package dev.baton.contract;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.sql.Connection;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.List;
import org.junit.jupiter.api.Test;

/**
 * What decision 137 rests on, shown on a real PostgreSQL by hand: a fence that needs no look at the row. The leader's session
 * holds a lock of its term, which the next takeover must get; a writer commits only if that lock is not to be had.
 */
class FenceByLocksTest {

    /** Of epoch 1. */
    private static final long TERM = 4711;

    private static final String INSERT = "INSERT INTO acts VALUES (1)";
    private static final String HELD = "NOT pg_try_advisory_xact_lock_shared(" + TERM + ")";

    private static void execute(Connection connection, String sql) throws SQLException {
        try (Statement statement = connection.createStatement()) {
            statement.execute(sql);
        }
    }

    private static String orStale(String condition) {
        return "SELECT CASE WHEN " + condition + " THEN 1 ELSE CAST('stale at ' || clock_timestamp() AS int) END";
    }

    private static String fenceAndCommit(TakeoverStage stage) {
        return orStale("pg_advisory_xact_lock_shared(" + stage.fenceKey() + ") IS NOT NULL AND " + HELD) + "; COMMIT";
    }

    private static Connection leader(TakeoverStage stage) throws SQLException {
        Connection session = stage.transaction(Connection.TRANSACTION_READ_COMMITTED);
        session.setAutoCommit(true);
        execute(session, "SELECT pg_advisory_lock(" + TERM + ")");
        return session;
    }

    /** Waits until the session of the last term has gone, and is granted the next. */
    private static void takeOver(TakeoverStage stage) throws SQLException {
        stage.beginTakeover();
        execute(stage.successor(), "SELECT pg_advisory_xact_lock(" + TERM + ")");
        stage.commitTakeover();
    }

    @Test
    void refusesAfterATakeoverAtAnyIsolation() throws SQLException {
        for (int isolation : List.of(
                Connection.TRANSACTION_READ_COMMITTED,
                Connection.TRANSACTION_REPEATABLE_READ,
                Connection.TRANSACTION_SERIALIZABLE)) {
            try (TakeoverStage stage = new TakeoverStage();
                    Connection leader = leader(stage);
                    Connection writer = stage.transaction(isolation)) {
                TakeoverStage.update(writer, INSERT);
                execute(writer, fenceAndCommit(stage));
                TakeoverStage.update(writer, INSERT);
                leader.close();
                takeOver(stage);

                assertThatThrownBy(() -> execute(writer, fenceAndCommit(stage))).hasMessageContaining("stale at");
                writer.rollback();
                assertThat(stage.staleWrites())
                        .as("the first was committed before, the second never")
                        .isZero();
            }
        }
    }

    /** Between the question and the commit the session may end, and a takeover pass. */
    @Test
    void plantedQuestionWithoutTheFencesLockCommitsAStaleWrite() throws SQLException {
        try (TakeoverStage stage = new TakeoverStage();
                Connection leader = leader(stage);
                Connection writer = stage.transaction(Connection.TRANSACTION_READ_COMMITTED)) {
            TakeoverStage.update(writer, INSERT);
            execute(writer, orStale(HELD));
            leader.close();
            takeOver(stage);
            writer.commit();
            assertThat(stage.staleWrites()).as("the planted bug shows").isEqualTo(1);
        }
    }

    /** A takeover that needs no session may pass between the commit of the term and its lock. */
    @Test
    void plantedLockOfTheTermThatComesAfterItsCommitLetsAStaleWriteThrough() throws SQLException {
        try (TakeoverStage stage = new TakeoverStage();
                Connection writer = stage.transaction(Connection.TRANSACTION_READ_COMMITTED)) {
            TakeoverStage.update(writer, INSERT);
            takeOver(stage);
            try (Connection late = leader(stage)) {
                execute(writer, fenceAndCommit(stage));
                assertThat(late.isClosed()).isFalse();
            }
            assertThat(stage.staleWrites()).as("the planted bug shows").isEqualTo(1);
        }
    }
}
