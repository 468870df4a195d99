package dev.baton.sql.election;

import static org.assertj.core.api.Assertions.assertThat;

import dev.baton.LeaderToken;
import dev.baton.spi.Outcome;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

@Timeout(60)
class BatchedReturnsTest {

    private final CountDownLatch underWay = new CountDownLatch(1);
    private final CountDownLatch answered = new CountDownLatch(1);
    private final List<List<LeaderToken>> sent = new ArrayList<>();
    private final BatchedReturns returns = new BatchedReturns(this::send);
    private boolean fails;

    /** The first one takes until it is answered. Whose name ends in "lost" was not held any more. */
    private Set<LeaderToken> send(List<LeaderToken> tokens) throws SQLException {
        sent.add(tokens);
        if (sent.size() == 1) {
            underWay.countDown();
            join(answered);
        }
        if (fails) {
            throw new SQLException("away");
        }
        Set<LeaderToken> held = new HashSet<>(tokens);
        held.removeIf(token -> token.role().endsWith("lost"));
        return held;
    }

    @AfterEach
    void answer() {
        answered.countDown();
    }

    private static void join(CountDownLatch latch) {
        try {
            latch.await();
        } catch (InterruptedException e) {
            throw new IllegalStateException(e);
        }
    }

    private static LeaderToken token(String role) {
        return new LeaderToken(role, "me/" + role, 7);
    }

    private CompletableFuture<Outcome.OfRelease> first() {
        CompletableFuture<Outcome.OfRelease> first = new CompletableFuture<>();
        giveBack("first", first);
        join(underWay);
        return first;
    }

    /** Returns once it waits for the one that is under way. */
    private CompletableFuture<Outcome.OfRelease> behind(String role) {
        CompletableFuture<Outcome.OfRelease> outcome = new CompletableFuture<>();
        Thread thread = giveBack(role, outcome);
        while (thread.getState() != Thread.State.WAITING) {
            Thread.onSpinWait();
        }
        return outcome;
    }

    private Thread giveBack(String role, CompletableFuture<Outcome.OfRelease> outcome) {
        Thread thread = new Thread(() -> outcome.complete(returns.giveBack(token(role))), role);
        thread.setDaemon(true);
        thread.start();
        return thread;
    }

    @Test
    void thoseThatComeWhileOneIsUnderWayGoTogether() {
        var first = first();
        var a = behind("a");
        var lost = behind("lost");
        var b = behind("b");
        answered.countDown();

        assertThat(first.join()).isInstanceOf(Outcome.Released.class);
        assertThat(a.join()).isInstanceOf(Outcome.Released.class);
        assertThat(lost.join()).isInstanceOf(Outcome.Lost.class);
        assertThat(b.join()).isInstanceOf(Outcome.Released.class);
        assertThat(sent).containsExactly(List.of(token("first")), List.of(token("a"), token("lost"), token("b")));
    }

    @Test
    void whoeverIsAloneGoesAlone() {
        answered.countDown();
        assertThat(returns.giveBack(token("a"))).isInstanceOf(Outcome.Released.class);
        assertThat(returns.giveBack(token("lost"))).isInstanceOf(Outcome.Lost.class);
        assertThat(sent).containsExactly(List.of(token("a")), List.of(token("lost")));
    }

    /** Whoever has to tell does so for all, and nobody waits for an answer that the one before did not get. */
    @Test
    void thoseThatWaitFailWithTheOneThatFails() {
        fails = true;
        var first = first();
        var a = behind("a");
        var b = behind("b");
        answered.countDown();

        for (var one : List.of(first, a, b)) {
            assertThat(one.join()).isInstanceOf(Outcome.Failed.class);
        }
        assertThat(sent).containsExactly(List.of(token("first")));
        fails = false;
        assertThat(returns.giveBack(token("c"))).isInstanceOf(Outcome.Released.class);
    }

    @Test
    void noMoreGoTogetherThanAStatementIsMeantFor() {
        var first = first();
        List<CompletableFuture<Outcome.OfRelease>> many = new ArrayList<>();
        for (int i = 0; i < 70; i++) {
            many.add(behind("r" + i));
        }
        answered.countDown();

        first.join();
        for (var one : many) {
            assertThat(one.join()).isInstanceOf(Outcome.Released.class);
        }
        assertThat(sent).extracting(List::size).containsExactly(1, 64, 6);
    }
}
