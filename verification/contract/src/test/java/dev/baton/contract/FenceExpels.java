package dev.baton.contract;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.baton.LeaderToken;
import dev.baton.Strategy;
import dev.baton.spi.Outcome;
import dev.baton.testkit.contract.ManualCandidate;
import java.sql.Connection;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;

/** The play of {@link FenceScenarios} in which a writer is ended by a takeover that it holds up. */
final class FenceExpels {

    /** Its writers are old after less than a second. */
    private static final Strategy BRISK =
            new Strategy.Lease(Duration.ofMillis(1800), Duration.ofMillis(300), Duration.ofMillis(500));

    private static final int TRIES = 12;

    private final FenceStage stage;

    FenceExpels(FenceStage stage) {
        this.stage = stage;
    }

    /** By its age, and nobody else: the one beside it is as old, and a patient takeover leaves it alone. */
    void oldWriterIsEnded() throws Exception {
        String other = stage.role() + "-other";
        try (ManualCandidate a = stage.seat("a");
                ManualCandidate same = new ManualCandidate(stage.prepared, other, "a", FenceStage.LEASE);
                ManualCandidate patient = stage.seat("b");
                ManualCandidate brisk = new ManualCandidate(stage.prepared, stage.role(), "c", BRISK);
                Connection beside = stage.transaction();
                Connection old = stage.transaction()) {
            LeaderToken token = a.acquire();
            stage.fence.enter(beside, same.acquire());
            stage.fence.enter(old, token);
            CompletableFuture<Void> writing = CompletableFuture.runAsync(() -> workUntilEnded(old));
            stage.table.expire(stage.role());
            assertThat(patient.take()).isInstanceOf(Outcome.Failed.class);
            assertThat(writing).as("it is young enough").isNotDone();
            assertThat(isTaken(brisk)).isTrue();
            writing.join();
            assertThatThrownBy(old::commit).isInstanceOf(SQLException.class);
            stage.fence.commit(beside);
        }
    }

    private static boolean isTaken(ManualCandidate candidate) {
        for (int i = 0; i < TRIES; i++) {
            if (candidate.take() instanceof Outcome.Acquired) {
                return true;
            }
        }
        return false;
    }

    /** Never idle, or PostgreSQL would end it by itself. */
    private void workUntilEnded(Connection connection) {
        try (Statement statement = connection.createStatement()) {
            while (true) {
                statement.execute(stage.isPostgres() ? "SELECT pg_sleep(0.2)" : "SELECT SLEEP(0.2)");
            }
        } catch (SQLException ended) {
            // The commit shows whether anything stays.
        }
    }
}
