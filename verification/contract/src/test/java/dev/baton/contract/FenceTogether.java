package dev.baton.contract;

import static org.assertj.core.api.Assertions.assertThat;

import dev.baton.sql.database.Database;
import dev.baton.sql.dialect.FenceReading;
import dev.baton.sql.dialect.RoleKeys;
import dev.baton.testkit.contract.LeaseTable;
import dev.baton.testkit.contract.ManualCandidate;
import java.sql.Connection;
import java.sql.SQLException;
import java.time.Duration;
import java.util.List;
import java.util.Map;

/** The play of {@link FenceScenarios} in which one transaction enters the fences of two roles, on PostgreSQL. */
final class FenceTogether {

    private final FenceStage stage;

    FenceTogether(FenceStage stage) {
        this.stage = stage;
    }

    void twoRoles() throws Exception {
        String other = stage.role() + "-other";
        try (ManualCandidate a = stage.seat("a");
                ManualCandidate same = new ManualCandidate(stage.prepared, other, "a", FenceStage.LEASE);
                Connection first = stage.transaction();
                Connection second = stage.transaction()) {
            a.acquire();
            same.acquire();
            for (Connection connection : List.of(first, second)) {
                assertThat(enter(connection, other))
                        .containsOnlyKeys(stage.role(), other)
                        .allSatisfy(
                                (role, term) -> assertThat(term).isEqualTo(new FenceReading.Term("a", 1, false, true)));
            }
            second.rollback();
            assertThat(List.of(stage.isEntered(stage.role()), stage.isEntered(other)))
                    .containsOnly(true);
            first.commit();
            assertThat(List.of(stage.isEntered(stage.role()), stage.isEntered(other)))
                    .containsOnly(false);
            notJudged(first, other);
            judgedByTheirRows(first, other);
        }
    }

    private void notJudged(Connection connection, String other) throws SQLException {
        try (Connection takeover = stage.takeover()) {
            assertThat(enter(connection, other)).as("one is being taken").isEmpty();
            connection.rollback();
            takeover.rollback();
        }
        LeaseTable.update(connection, "INSERT INTO acts VALUES (1)");
        assertThat(enter(connection, other)).as("after a write").isEmpty();
        connection.rollback();
        connection.setTransactionIsolation(Connection.TRANSACTION_REPEATABLE_READ);
        assertThat(enter(connection, other)).as("in a snapshot").isEmpty();
        connection.rollback();
        connection.setTransactionIsolation(Connection.TRANSACTION_READ_COMMITTED);
    }

    private void judgedByTheirRows(Connection connection, String other) throws SQLException {
        stage.table.expire(other);
        assertThat(enter(connection, other).get(other).expired()).isTrue();
        connection.rollback();
        stage.table.update("UPDATE baton_leases SET timeline = -77 WHERE lease_name = ?", other);
        assertThat(enter(connection, other).get(other).sameTimeline()).isFalse();
        connection.rollback();
        stage.table.delete(other);
    }

    private Map<String, FenceReading.Term> enter(Connection connection, String other) throws SQLException {
        Database.Ready ready = stage.prepared.ready();
        List<RoleKeys> both = List.of(stage.keys(stage.role()), stage.keys(other));
        return ready.dialect().tryEnterFences(connection, ready.sql(), both, Duration.ofMinutes(1));
    }
}
