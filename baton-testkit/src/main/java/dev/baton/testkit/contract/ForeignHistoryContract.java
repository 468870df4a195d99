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
import java.time.Instant;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * A fail-over of the database that lost commits: the row comes from another server, and what followed it there is unknown.
 * For databases whose servers have names but no order.
 */
public interface ForeignHistoryContract extends Contract {

    /** Epochs leap to the database's clock in milliseconds; those that have not leapt are far below. */
    long LONG_AGO = Instant.parse("2020-01-01T00:00:00Z").toEpochMilli();

    /** Else roles of later tests would know that the database has failed over. */
    @AfterEach
    default void forgetOtherHistories() throws SQLException {
        prepared().ready();
        table().update("DELETE FROM baton_leases WHERE lease_epoch >= ?", LONG_AGO);
        table().update("DELETE FROM baton_leases WHERE lease_name = ?", role());
    }

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
                Connection connection = database().stepByStep().getConnection()) {
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
                    assertThat(acquired.token().epoch()).isGreaterThan(LONG_AGO).isGreaterThan(old.epoch());
                    assertThat(acquired.quiet()).isGreaterThan(Duration.ZERO);
                });
                assertThat(history()).isNegative();
                assertThat(table().history(role()))
                        .last()
                        .satisfies(begun -> assertThat(begun.reason()).startsWith("the database has failed over"));
                table().expire(role());
            }
        }
    }

    /** The second server knows as little of the first one's terms as that one knew of what it had lost. */
    @ParameterizedTest
    @MethodSource("strategies")
    default void twoFailOversFromOneRowGrantDifferentEpochs(Strategy strategy) throws SQLException {
        try (ManualCandidate a = seat("a", strategy);
                ManualCandidate b = seat("b", strategy);
                ManualCandidate c = seat("c", strategy)) {
            LeaderToken old = a.acquire();
            a.close();
            fromAnotherServer();
            LeaderToken first = b.acquire();
            b.close();
            Waits.until("the database's clock has gone on", () -> clock() > first.epoch());
            table().update("UPDATE baton_leases SET lease_epoch = ? WHERE lease_name = ?", old.epoch(), role());
            fromAnotherServer();
            assertThat(c.acquire().epoch()).isGreaterThan(first.epoch());
        }
    }

    private long clock() throws SQLException {
        try (Connection connection = database().stepByStep().getConnection()) {
            return prepared()
                    .ready()
                    .sql()
                    .get("lease-read")
                    .set("role", role())
                    .set("me", "")
                    .set("alive_ms", 0)
                    .first(connection, r -> r.getLong("clock_micros") / 1000)
                    .orElseThrow();
        }
    }

    /** The whole of a role may be among what was lost. The history in which the tables were made tells. */
    @ParameterizedTest
    @MethodSource("strategies")
    default void roleOfWhichNothingIsLeftLeapsOverWhatItMayHaveHad(Strategy strategy) throws SQLException {
        prepared().ready();
        String made = "UPDATE baton_schema SET name = ? WHERE component = 'history'";
        String here = table().rows("SELECT name FROM baton_schema WHERE component = 'history'", r -> r.getString(1))
                .get(0);
        try (ManualCandidate a = seat("a", strategy)) {
            table().update(made, "-1");
            assertLeaps(a);
        } finally {
            table().update(made, here);
        }
    }

    /** Where the tables were made before that was written down, the rows of other roles tell. */
    @ParameterizedTest
    @MethodSource("strategies")
    default void roleWithoutARowLearnsOfAFailOverFromOthers(Strategy strategy) throws SQLException {
        String old = role() + "-old";
        String late = role() + "-late";
        try (ManualCandidate a = seat("a", strategy);
                ManualCandidate b = new ManualCandidate(prepared(), old, "b", strategy);
                ManualCandidate c = new ManualCandidate(prepared(), late, "c", strategy)) {
            b.acquire();
            table().update("UPDATE baton_leases SET timeline = timeline + 1 WHERE lease_name = ?", old);
            assertLeaps(a);
            table().delete(old);
            assertLeaps(c);
        } finally {
            table().delete(old);
            table().delete(late);
        }
    }

    private static void assertLeaps(ManualCandidate candidate) throws SQLException {
        assertThat(candidate.take()).isInstanceOfSatisfying(Outcome.Acquired.class, acquired -> {
            assertThat(acquired.token().epoch()).isGreaterThan(LONG_AGO);
            assertThat(acquired.quiet()).isGreaterThan(Duration.ZERO);
        });
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
