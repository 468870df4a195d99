package dev.baton.testkit.contract;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import dev.baton.FenceDemand;
import dev.baton.LeaderToken;
import dev.baton.spi.Outcome;
import dev.baton.sql.Baton;
import dev.baton.sql.dialect.Capability;
import dev.baton.sql.dialect.RoleKeys;
import dev.baton.testkit.OddConnections;
import java.sql.Connection;
import java.sql.SQLException;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import org.junit.jupiter.api.Test;

/** One transaction for several terms: it commits if all of them are current, and waits for no fence. */
public interface FencesTogetherContract extends Contract {

    private boolean enters() throws SQLException {
        return prepared().ready().dialect().can(Capability.FENCE_LISTS);
    }

    private ManualCandidate seat(String holder, int part) {
        return new ManualCandidate(prepared(), part(part), holder, lease());
    }

    private String part(int part) {
        return role() + "." + part;
    }

    private String acts() {
        return "together_" + role().replace('-', '_');
    }

    private void createActs() throws SQLException {
        table().update("CREATE TABLE " + acts() + " (x int)");
    }

    private List<Integer> written() throws SQLException {
        return table().rows("SELECT x FROM " + acts() + " ORDER BY x", row -> row.getInt(1));
    }

    private Optional<Integer> write(Baton baton, FenceDemand demand, int x, LeaderToken... tokens) throws SQLException {
        return baton.<Integer, SQLException>fencedTogether(
                List.of(tokens), demand, c -> LeaseTable.update(c, "INSERT INTO " + acts() + " VALUES (?)", x));
    }

    @Test
    default void currentTermsWriteTogether() throws Exception {
        createActs();
        Baton writer = cluster().node("writer").baton();
        try (ManualCandidate a = seat("a", 1);
                ManualCandidate b = seat("a", 2)) {
            Optional<Integer> answer = write(writer, FenceDemand.UNEXPIRED, 1, a.acquire(), b.acquire());
            assertThat(answer).isEqualTo(enters() ? Optional.of(1) : Optional.empty());
        }
        assertThat(written()).isEqualTo(enters() ? List.of(1) : List.of());
    }

    /** Whoever it is, and whichever place it has. */
    @Test
    default void oneStaleTermHasNothingWritten() throws Exception {
        createActs();
        Baton writer = cluster().node("writer").baton();
        try (ManualCandidate a = seat("a", 1);
                ManualCandidate b = seat("a", 2);
                ManualCandidate successor = seat("b", 2)) {
            LeaderToken one = a.acquire();
            LeaderToken two = b.acquire();
            table().expire(part(2));
            assertThat(write(writer, FenceDemand.UNEXPIRED, 1, one, two)).isEmpty();
            assertThat(write(writer, FenceDemand.CURRENT, 2, one, two).isPresent())
                    .isEqualTo(enters());
            LeaderToken next = successor.acquire();
            LeaderToken stranger = new LeaderToken(part(2), "a", next.epoch());
            LeaderToken unknown = new LeaderToken(part(3), "a", 1);
            for (LeaderToken stale : List.of(two, stranger, unknown)) {
                assertThat(write(writer, FenceDemand.CURRENT, 3, one, stale)).isEmpty();
                assertThat(write(writer, FenceDemand.CURRENT, 3, stale, one)).isEmpty();
            }
            assertThat(write(writer, FenceDemand.CURRENT, 4, one, next).isPresent())
                    .isEqualTo(enters());
        }
        assertThat(written()).isEqualTo(enters() ? List.of(2, 4) : List.of());
    }

    /** Each of them owes it to its own successor that nothing of it is committed later. */
    @Test
    default void takeoversOfAllOfThemWaitForTheCommit() throws Exception {
        assumeTrue(enters(), "each term has a transaction of its own here");
        createActs();
        Baton writer = cluster().node("writer").baton();
        try (ManualCandidate a = seat("a", 1);
                ManualCandidate b = seat("a", 2);
                ManualCandidate next1 = seat("b", 1);
                ManualCandidate next2 = seat("b", 2)) {
            LeaderToken one = a.acquire();
            LeaderToken two = b.acquire();
            List<ManualCandidate> successors = List.of(next1, next2);
            Optional<List<CompletableFuture<Outcome>>> taking =
                    writer.<List<CompletableFuture<Outcome>>, SQLException>fencedTogether(
                            List.of(one, two), FenceDemand.UNEXPIRED, c -> {
                                LeaseTable.update(c, "INSERT INTO " + acts() + " VALUES (1)");
                                table().expire(part(1));
                                table().expire(part(2));
                                List<CompletableFuture<Outcome>> both = successors.stream()
                                        .map(successor -> CompletableFuture.supplyAsync(successor::take))
                                        .toList();
                                for (CompletableFuture<Outcome> each : both) {
                                    assertThatThrownBy(() -> each.get(300, TimeUnit.MILLISECONDS))
                                            .isInstanceOf(TimeoutException.class);
                                }
                                return both;
                            });
            for (CompletableFuture<Outcome> each : taking.orElseThrow()) {
                each.get();
            }
            // On a slow machine their patience may have ended first.
            Waits.until("the first takeover succeeds", () -> isTaken(1, next1));
            Waits.until("the second takeover succeeds", () -> isTaken(2, next2));
            assertThat(write(writer, FenceDemand.CURRENT, 2, one)).isEmpty();
            assertThat(write(writer, FenceDemand.CURRENT, 2, two)).isEmpty();
        }
        assertThat(written()).containsExactly(1);
    }

    private boolean isTaken(int part, ManualCandidate successor) throws SQLException {
        return table().row(part(part)).orElseThrow().holderId().equals("b")
                || successor.take() instanceof Outcome.Acquired;
    }

    /** It answers while the fence is still shut, so it cannot have waited for it. */
    @Test
    default void aRoleThatIsBeingTakenIsNotWaitedFor() throws Exception {
        createActs();
        Baton writer = cluster().node("writer").baton();
        try (ManualCandidate a = seat("a", 1);
                ManualCandidate b = seat("a", 2);
                Connection takeover = database().stepByStep().getConnection()) {
            LeaderToken one = a.acquire();
            LeaderToken two = b.acquire();
            var ready = prepared().ready();
            takeover.setAutoCommit(false);
            RoleKeys keys = ready.keys(part(2), RoleKeys.scopeKey("baton", part(2)));
            ready.dialect().closeFence(takeover, ready.sql(), keys, Duration.ofSeconds(2));
            assertThat(write(writer, FenceDemand.UNEXPIRED, 1, one, two)).isEmpty();
            assertThat(write(writer, FenceDemand.UNEXPIRED, 2, one).isPresent()).isEqualTo(enters());
            takeover.rollback();
        }
        assertThat(written()).isEqualTo(enters() ? List.of(2) : List.of());
    }

    /** Above READ COMMITTED the look would not be younger than the locks. A connection that is lent SERIALIZABLE is set lower before. */
    @Test
    default void noneInAnOldSnapshot() throws Exception {
        assumeTrue(enters(), "each term has a transaction of its own here");
        createActs();
        try (ManualCandidate a = seat("a", 1)) {
            LeaderToken one = a.acquire();
            assertThat(writeAt(Connection.TRANSACTION_REPEATABLE_READ, 1, one)).isEmpty();
            assertThat(writeAt(Connection.TRANSACTION_SERIALIZABLE, 2, one)).contains(1);
        }
        assertThat(written()).containsExactly(2);
    }

    private Optional<Integer> writeAt(int isolation, int x, LeaderToken token) throws Exception {
        OddConnections odd = new OddConnections(database().dataSource(), isolation);
        try (Baton writer =
                Baton.on(odd.dataSource()).leadership(database().dataSource()).start()) {
            return write(writer, FenceDemand.CURRENT, x, token);
        }
    }
}
