package dev.baton.testkit.contract;

import static org.assertj.core.api.Assertions.assertThat;

import dev.baton.LeaderToken;
import dev.baton.Strategy;
import dev.baton.spi.Outcome;
import dev.baton.sql.Fence;
import java.sql.SQLException;
import java.sql.SQLTransactionRollbackException;
import java.util.HashMap;
import java.util.Map;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** The guarantee itself: many writers, many takeovers, and no commit of a term after the next one was granted. */
public interface CommitOrderContract extends Contract {

    @ParameterizedTest
    @MethodSource("everyStrategy")
    default void noTransactionCommitsAfterTheNextTermWasGranted(Strategy strategy) throws Exception {
        Fence fence = cluster().node("writer").baton().fence();
        String acts = "acts_" + role().replace('-', '_');
        table().update("CREATE TABLE " + acts + " (epoch bigint)");
        Map<Long, Integer> whenSucceeded = new HashMap<>();
        try (Writers writers = new Writers(database().inTwoZones(), fence, acts);
                ManualCandidate a = seat("a", strategy);
                ManualCandidate b = seat("b", strategy)) {
            LeaderToken token = a.acquire();
            writers.use(token);
            writers.begin(4);
            for (int i = 0; i < 12; i++) {
                int before = writers.committed();
                Waits.until("the term is used", () -> writers.committed() > before + 8);
                LeaderToken next = takeOver(i % 2 == 0 ? a : b, i % 2 == 0 ? b : a);
                whenSucceeded.put(token.epoch(), commits(acts, token.epoch()));
                int refused = writers.refused();
                Waits.until("a former leader's writer was stopped", () -> writers.refused() > refused);
                writers.use(next);
                token = next;
            }
            writers.stop();
        }
        for (Map.Entry<Long, Integer> term : whenSucceeded.entrySet()) {
            assertThat(commits(acts, term.getKey()))
                    .as("commits of epoch %d at the end, and when its successor had been granted", term.getKey())
                    .isEqualTo(term.getValue());
        }
    }

    private LeaderToken takeOver(ManualCandidate from, ManualCandidate to) throws SQLException {
        from.store().disconnect();
        table().expire(role());
        Outcome outcome = to.take();
        while (database().collidesAtCommit() && isCollision(outcome)) {
            outcome = to.take();
        }
        assertThat(outcome).isInstanceOf(Outcome.Acquired.class);
        return ((Outcome.Acquired) outcome).token();
    }

    private static boolean isCollision(Outcome outcome) {
        return outcome instanceof Outcome.Failed failed && failed.error() instanceof SQLTransactionRollbackException;
    }

    private int commits(String acts, long epoch) throws SQLException {
        return table().rows("SELECT COUNT(*) FROM " + acts + " WHERE epoch = ?", r -> r.getInt(1), epoch)
                .get(0);
    }
}
