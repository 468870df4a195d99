package dev.baton.contract;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.baton.StaleTokenException;
import java.sql.Connection;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/**
 * Why the fence is built as it is: each test plants one plausible simplification and shows, on a real PostgreSQL, the
 * write of a former leader that is then committed after its successor's term was granted. The last two run the same
 * choreography with the real fence.
 */
class PlantedFenceBugsTest {

    private static final String INSERT = "INSERT INTO acts VALUES (1)";

    private TakeoverStage stage;

    @BeforeEach
    void prepare() throws SQLException {
        stage = new TakeoverStage();
    }

    @AfterEach
    void close() throws SQLException {
        stage.close();
    }

    /** MVCC lets an old-epoch write commit after the takeover: the predicate held when it was evaluated. */
    @Test
    void plantedFenceWithoutItsLockCommitsAStaleWrite() throws SQLException {
        try (Connection writer = stage.transaction(Connection.TRANSACTION_READ_COMMITTED)) {
            int rows = TakeoverStage.update(
                    writer,
                    "INSERT INTO acts SELECT 1 WHERE EXISTS (SELECT 1 FROM baton_leases"
                            + " WHERE lease_name = 'stage' AND lease_epoch = 1 AND holder_id = 'old')");
            assertThat(rows).isEqualTo(1);
            stage.beginTakeover();
            stage.commitTakeover();
            writer.commit();
        }
        assertThat(stage.staleWrites()).as("the planted bug shows").isEqualTo(1);
    }

    /** The statement's snapshot is older than its lock: having waited for the takeover, it still sees the old row. */
    @Test
    void plantedLockAndCheckInOneStatementCommitsAStaleWrite() throws Exception {
        try (Connection writer = stage.transaction(Connection.TRANSACTION_READ_COMMITTED)) {
            stage.beginTakeover();
            CompletableFuture<Boolean> passed = stage.whileWaiting(
                    writer,
                    () -> TakeoverStage.ask(
                            writer,
                            "SELECT count(*) FROM (SELECT pg_advisory_xact_lock_shared(" + stage.fenceKey()
                                    + ") OFFSET 0) l, baton_leases"
                                    + " WHERE lease_name = 'stage' AND lease_epoch = 1 AND holder_id = 'old'"));
            stage.commitTakeover();
            assertThat(passed.get(30, TimeUnit.SECONDS))
                    .as("the check passes with its old snapshot")
                    .isTrue();
            TakeoverStage.update(writer, INSERT);
            writer.commit();
        }
        assertThat(stage.staleWrites()).as("the planted bug shows").isEqualTo(1);
    }

    /** Two statements help nothing if the transaction has one snapshot for both. */
    @Test
    void plantedRepeatableReadCommitsAStaleWrite() throws Exception {
        try (Connection writer = stage.transaction(Connection.TRANSACTION_REPEATABLE_READ)) {
            stage.beginTakeover();
            CompletableFuture<Boolean> passed = stage.whileWaiting(writer, () -> {
                TakeoverStage.update(
                        writer, "DO 'BEGIN PERFORM pg_advisory_xact_lock_shared(" + stage.fenceKey() + "); END'");
                return TakeoverStage.ask(
                        writer,
                        "SELECT count(*) FROM baton_leases"
                                + " WHERE lease_name = 'stage' AND lease_epoch = 1 AND holder_id = 'old'");
            });
            stage.commitTakeover();
            assertThat(passed.get(30, TimeUnit.SECONDS))
                    .as("the check passes with its old snapshot")
                    .isTrue();
            TakeoverStage.update(writer, INSERT);
            writer.commit();
        }
        assertThat(stage.staleWrites()).as("the planted bug shows").isEqualTo(1);
    }

    /**
     * A fence that is entered once, by a lock of the session: whoever shares the connection can give that lock away, and no
     * transaction after it asks.
     */
    @Test
    void plantedLockOfTheSessionThatWasGivenAwayCommitsAStaleWrite() throws SQLException {
        for (String givenAway : List.of("SELECT pg_advisory_unlock_all()", "DISCARD ALL")) {
            try (TakeoverStage own = new TakeoverStage();
                    Connection writer = own.transaction(Connection.TRANSACTION_READ_COMMITTED)) {
                writer.setAutoCommit(true);
                execute(writer, "SELECT pg_advisory_lock_shared(" + own.fenceKey() + ")");
                execute(writer, givenAway);
                own.beginTakeover();
                own.commitTakeover();
                TakeoverStage.update(writer, INSERT);
                assertThat(own.staleWrites()).as("the planted bug shows").isEqualTo(1);
            }
        }
    }

    /** A fence that comes last, in one message with the commit, needs its own snapshot as much as one that comes first. */
    @Test
    void plantedFenceAtTheCommitOfRepeatableReadCommitsAStaleWrite() throws Exception {
        try (Connection writer = stage.transaction(Connection.TRANSACTION_REPEATABLE_READ)) {
            TakeoverStage.update(writer, INSERT);
            stage.beginTakeover();
            stage.commitTakeover();
            execute(writer, lockLookAndCommit());
        }
        assertThat(stage.staleWrites()).as("the planted bug shows").isEqualTo(1);
    }

    /** The counterpart: with a snapshot for each statement it is refused, whether it has to wait for the takeover or not. */
    @Test
    void fenceAtTheCommitRefusesAfterATakeover() throws Exception {
        try (Connection writer = stage.transaction(Connection.TRANSACTION_READ_COMMITTED)) {
            TakeoverStage.update(writer, INSERT);
            stage.beginTakeover();
            CompletableFuture<Boolean> committed =
                    stage.whileWaiting(writer, () -> execute(writer, lockLookAndCommit()));
            stage.commitTakeover();
            assertThatThrownBy(() -> committed.get(30, TimeUnit.SECONDS)).hasMessageContaining("stale at");
            writer.rollback();
            TakeoverStage.update(writer, INSERT);
            assertThatThrownBy(() -> execute(writer, lockLookAndCommit())).hasMessageContaining("stale at");
            writer.rollback();
        }
        assertThat(stage.staleWrites()).isZero();
    }

    private String lockLookAndCommit() {
        return "SELECT pg_advisory_xact_lock_shared(" + stage.fenceKey() + ");"
                + "SELECT coalesce((SELECT 1 FROM baton_leases WHERE lease_name = 'stage' AND lease_epoch = 1"
                + " AND holder_id = 'old'), CAST('stale at ' || clock_timestamp() AS int));"
                + "COMMIT";
    }

    private static boolean execute(Connection connection, String sql) throws SQLException {
        try (Statement statement = connection.createStatement()) {
            return statement.execute(sql);
        }
    }

    @Test
    void realFenceRefusesWhereOneStatementWouldPass() throws Exception {
        try (Connection writer = stage.transaction(Connection.TRANSACTION_READ_COMMITTED)) {
            stage.beginTakeover();
            CompletableFuture<Boolean> passed = stage.whileWaiting(writer, () -> {
                stage.fence().enter(writer, stage.oldToken());
                return true;
            });
            stage.commitTakeover();
            assertThatThrownBy(() -> passed.get(30, TimeUnit.SECONDS)).hasCauseInstanceOf(StaleTokenException.class);
            writer.rollback();
        }
        assertThat(stage.staleWrites()).isZero();
    }

    @Test
    void realFenceRefusesRepeatableRead() throws SQLException {
        try (Connection writer = stage.transaction(Connection.TRANSACTION_REPEATABLE_READ)) {
            assertThatThrownBy(() -> stage.fence().enter(writer, stage.oldToken()))
                    .isInstanceOf(IllegalStateException.class)
                    .hasMessageContaining("must be READ COMMITTED");
        }
    }

    /** The counterpart of the first test: the lock keeps the takeover waiting until the writer has committed. */
    @Test
    void realFenceKeepsTheTakeoverWaiting() throws Exception {
        CompletableFuture<Boolean> takeover;
        try (Connection writer = stage.transaction(Connection.TRANSACTION_READ_COMMITTED)) {
            stage.fence().enter(writer, stage.oldToken());
            takeover = stage.whileWaiting(stage.successor(), () -> {
                stage.beginTakeover();
                return true;
            });
            TakeoverStage.update(writer, INSERT);
            assertThat(takeover).isNotDone();
            writer.commit();
        }
        assertThat(takeover.get(30, TimeUnit.SECONDS)).isTrue();
        stage.commitTakeover();
        assertThat(stage.staleWrites())
                .as("committed before the takeover, so not stale")
                .isZero();
    }
}
