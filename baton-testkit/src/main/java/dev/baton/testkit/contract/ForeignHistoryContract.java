package dev.baton.testkit.contract;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.baton.FenceDemand;
import dev.baton.LeaderToken;
import dev.baton.StaleTokenException;
import dev.baton.StaleTokenException.Refusal;
import dev.baton.Strategy;
import dev.baton.spi.Outcome;
import dev.baton.sql.Fence;
import java.sql.Connection;
import java.sql.SQLException;
import java.time.Duration;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * A fail-over of the database that lost commits: the row comes from another server, and what followed it there is unknown.
 * For databases whose servers have names but no order.
 */
public interface ForeignHistoryContract extends Contract {

    private void from(long history) throws SQLException {
        table().update("UPDATE baton_leases SET timeline = ? WHERE lease_name = ?", history, role());
    }

    private long history() throws SQLException {
        return table().rows("SELECT timeline FROM baton_leases WHERE lease_name = ?", r -> r.getLong(1), role())
                .get(0);
    }

    /** Any other number below zero is another server. */
    private void fromAnotherServer() throws SQLException {
        from(history() + 1);
    }

    @ParameterizedTest
    @MethodSource("strategies")
    default void termOfAnotherHistoryIsVoid(Strategy strategy) throws SQLException {
        Fence fence = cluster().node("writer").baton().fence();
        try (ManualCandidate a = seat("a", strategy);
                Connection connection = database().dataSource().getConnection()) {
            connection.setTransactionIsolation(Connection.TRANSACTION_READ_COMMITTED);
            connection.setAutoCommit(false);
            LeaderToken token = a.acquire();
            assertThat(history()).isNegative();
            fromAnotherServer();
            assertThatThrownBy(() -> fence.enter(connection, token, FenceDemand.CURRENT))
                    .isInstanceOfSatisfying(
                            StaleTokenException.class,
                            refused -> assertThat(refused.refusal()).isEqualTo(Refusal.SUPERSEDED))
                    .hasMessageContaining("failed over");
            connection.rollback();
            assertThat(a.renew(token)).isInstanceOf(Outcome.Lost.class);
            assertThat(a.release(token)).isInstanceOf(Outcome.Lost.class);
        }
    }

    /** Whether the row looks live or released: the next epoch lies above whatever was lost, and its gate waits. */
    @ParameterizedTest
    @MethodSource("strategies")
    default void rowOfAnotherHistoryProvesNothing(Strategy strategy) throws SQLException {
        for (boolean released : new boolean[] {false, true}) {
            try (ManualCandidate a = seat("a", strategy);
                    ManualCandidate b = seat("b", strategy)) {
                LeaderToken old = a.acquire();
                if (released) {
                    a.release(old);
                }
                a.close();
                fromAnotherServer();
                assertThat(b.take()).isInstanceOfSatisfying(Outcome.Acquired.class, acquired -> {
                    assertThat(acquired.token().epoch()).isEqualTo(((old.epoch() >> 32) + 1) << 32);
                    assertThat(acquired.quiet()).isGreaterThan(Duration.ZERO);
                });
                assertThat(history()).isNegative();
                table().expire(role());
            }
        }
    }

    /** Rows that an older program wrote carry no history, and are this server's. */
    @ParameterizedTest
    @MethodSource("strategies")
    default void rowWithoutAHistoryIsOfThisOne(Strategy strategy) throws SQLException {
        try (ManualCandidate a = seat("a", strategy);
                ManualCandidate b = seat("b", strategy)) {
            LeaderToken token = a.acquire();
            from(0);
            assertThat(a.renew(token)).isInstanceOf(Outcome.Renewed.class);
            assertThat(a.release(token)).isInstanceOf(Outcome.Released.class);
            a.close();
            assertThat(b.take()).isInstanceOfSatisfying(Outcome.Acquired.class, acquired -> {
                assertThat(acquired.token().epoch()).isEqualTo(token.epoch() + 1);
                assertThat(acquired.quiet()).isEqualTo(Duration.ZERO);
            });
        }
    }
}
