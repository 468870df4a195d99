package dev.baton.contract;

import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.baton.FenceDemand;
import dev.baton.LeaderToken;
import dev.baton.StaleTokenException;
import dev.baton.Strategy;
import dev.baton.sql.Fence;
import dev.baton.sql.database.Database;
import dev.baton.sql.dialect.RoleKeys;
import dev.baton.testkit.TestDatabase;
import dev.baton.testkit.contract.LeaseTable;
import dev.baton.testkit.contract.ManualCandidate;
import java.sql.Connection;
import java.sql.SQLException;
import java.time.Duration;

/** What the plays of {@link FenceScenarios} have in common: candidates and writers in changed words, the table in plain ones. */
final class FenceStage {

    static final Strategy LEASE =
            new Strategy.Lease(Duration.ofSeconds(8), Duration.ofMillis(400), Duration.ofMillis(500));

    final TestDatabase database;
    final MutantDataSource changed;
    final Database prepared;
    final Fence fence;
    final LeaseTable table;
    private final Database plain;
    private String role;
    private int plays;

    FenceStage(TestDatabase database, MutantDataSource changed, Fence fence) {
        this.database = database;
        this.changed = changed;
        this.prepared = ManualCandidate.prepare(changed.dataSource());
        this.plain = ManualCandidate.prepare(database.dataSource());
        this.fence = fence;
        this.table = new LeaseTable(database.dataSource());
    }

    /** From now on another role is played with. */
    void next() {
        role = "play-" + ++plays;
    }

    String role() {
        return role;
    }

    boolean isPostgres() {
        return database.dialect().equals("postgresql");
    }

    ManualCandidate seat(String holder) {
        return new ManualCandidate(prepared, role, holder, LEASE);
    }

    Connection transaction() throws SQLException {
        Connection connection = changed.dataSource().getConnection();
        connection.setTransactionIsolation(Connection.TRANSACTION_READ_COMMITTED);
        connection.setAutoCommit(false);
        return connection;
    }

    LeaderToken token(String holder, long epoch) {
        return new LeaderToken(role, holder, epoch);
    }

    void passes(Connection connection, LeaderToken token, FenceDemand demand) throws SQLException {
        fence.enter(connection, token, demand);
        fence.commit(connection);
    }

    void refused(Connection connection, LeaderToken token, FenceDemand demand) throws SQLException {
        assertThatThrownBy(() -> fence.enter(connection, token, demand)).isInstanceOf(StaleTokenException.class);
        connection.rollback();
    }

    /** The takeover is the test's own, in the words that are not changed. */
    Connection takeover() throws SQLException {
        Connection connection = database.dataSource().getConnection();
        connection.setTransactionIsolation(Connection.TRANSACTION_READ_COMMITTED);
        connection.setAutoCommit(false);
        close(connection, role, Duration.ofSeconds(5));
        return connection;
    }

    private void close(Connection connection, String fence, Duration atMost) throws SQLException {
        Database.Ready ready = plain.ready();
        ready.dialect().closeFence(connection, ready.sql(), keys(fence), atMost);
    }

    RoleKeys keys(String of) throws SQLException {
        return plain.ready().keys(of, RoleKeys.scopeKey("baton", of));
    }

    /** Whether a takeover of this role would have to wait for somebody. */
    boolean isEntered(String of) throws SQLException {
        try (Connection connection = database.dataSource().getConnection()) {
            connection.setAutoCommit(false);
            close(connection, of, Duration.ofMillis(50));
            return false;
        } catch (SQLException e) {
            if (plain.ready().dialect().isLockTimeout(e)) {
                return true;
            }
            throw e;
        }
    }
}
