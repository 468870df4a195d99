package dev.baton.contract;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.baton.FenceDemand;
import dev.baton.LeaderToken;
import dev.baton.StaleTokenException;
import dev.baton.spi.Outcome;
import dev.baton.testkit.contract.LeaseTable;
import dev.baton.testkit.contract.ManualCandidate;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;

/** The plays of {@link FenceScenarios} in which somebody has to wait for another. */
final class FenceWaits {

    private static final long A_MOMENT = 250;
    private static final long LONG_ENOUGH = 20_000;

    private final FenceStage stage;

    FenceWaits(FenceStage stage) {
        this.stage = stage;
    }

    private static <T> CompletableFuture<T> async(Callable<T> work) {
        return CompletableFuture.supplyAsync(() -> {
            try {
                return work.call();
            } catch (Exception e) {
                throw new IllegalStateException(e);
            }
        });
    }

    private static void assertWaits(CompletableFuture<?> somebody) throws Exception {
        try {
            Object answer = somebody.get(A_MOMENT, TimeUnit.MILLISECONDS);
            throw new AssertionError("did not wait but answered " + answer);
        } catch (TimeoutException waits) {
            assertThat(somebody).isNotDone();
        }
    }

    void takeoverWaits() throws Exception {
        try (ManualCandidate a = stage.seat("a");
                ManualCandidate b = stage.seat("b");
                Connection connection = stage.transaction()) {
            LeaderToken token = a.acquire();
            stage.fence.enter(connection, token);
            stage.table.expire(stage.role());
            CompletableFuture<Outcome> taking = async(b::take);
            assertWaits(taking);
            assertThat(a.renew(token)).as("a heartbeat meanwhile").isInstanceOf(Outcome.Lost.class);
            stage.fence.commit(connection);
            Outcome taken = taking.get(LONG_ENOUGH, TimeUnit.MILLISECONDS);
            assertThat(taken).isInstanceOf(Outcome.Acquired.class);
            stage.passes(connection, stage.token("b", 2), FenceDemand.UNEXPIRED);
        }
    }

    void writersShare() throws Exception {
        try (ManualCandidate a = stage.seat("a");
                Connection first = stage.transaction();
                Connection second = stage.transaction()) {
            LeaderToken token = a.acquire();
            CompletableFuture<?> entered;
            try (Connection takeover = stage.takeover()) {
                entered = CompletableFuture.allOf(async(() -> enter(first, token)), async(() -> enter(second, token)));
                assertWaits(entered);
                takeover.rollback();
            }
            entered.get(LONG_ENOUGH, TimeUnit.MILLISECONDS);
            first.commit();
            second.commit();
            enter(first, token);
            async(() -> enter(second, token)).get(LONG_ENOUGH, TimeUnit.MILLISECONDS);
        }
    }

    private boolean enter(Connection connection, LeaderToken token) throws SQLException {
        stage.fence.enter(connection, token);
        return true;
    }

    void writerWaits() throws Exception {
        String other = stage.role() + "-other";
        try (ManualCandidate a = stage.seat("a");
                ManualCandidate same = new ManualCandidate(stage.prepared, other, "a", FenceStage.LEASE);
                Connection writer = stage.transaction();
                Connection beside = stage.transaction()) {
            LeaderToken token = a.acquire();
            LeaderToken kept = same.acquire();
            CompletableFuture<Boolean> entered;
            try (Connection takeover = stage.takeover()) {
                if (stage.isPostgres()) {
                    stage.fence.enter(beside, kept);
                }
                stage.fence.enter(writer, kept);
                entered = async(() -> enter(writer, token));
                assertWaits(entered);
                for (String name : stage.isPostgres() ? List.of("leases") : List.of("leases", "fences")) {
                    LeaseTable.update(
                            takeover,
                            "UPDATE baton_" + name + " SET holder_id = 'b', lease_epoch = 2 WHERE lease_name = ?",
                            stage.role());
                }
                takeover.commit();
            }
            assertThatThrownBy(() -> entered.get(LONG_ENOUGH, TimeUnit.MILLISECONDS))
                    .hasRootCauseInstanceOf(StaleTokenException.class);
        }
    }
}
