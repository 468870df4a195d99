package dev.baton.election;

import static org.assertj.core.api.Assertions.assertThat;

import dev.baton.Backoff;
import dev.baton.LeaderToken;
import dev.baton.Strategy;
import dev.baton.spi.Bid;
import dev.baton.spi.Departure;
import dev.baton.spi.LeaderStore;
import dev.baton.spi.Outcome;
import dev.baton.spi.Sighting;
import java.time.Duration;
import java.util.Optional;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

class WarmUpTest {

    private static final Duration ENDING = Duration.ofSeconds(30);

    static Stream<Strategy> strategies() {
        return Stream.of(Strategy.session(), Strategy.lease60());
    }

    private static Candidate candidate(Strategy strategy) {
        return new Candidate(
                "mail",
                "a-1",
                "a",
                strategy,
                7,
                Backoff.DEFAULT,
                false,
                Duration.ofSeconds(5),
                Duration.ofSeconds(5),
                Duration.ofSeconds(15));
    }

    /** Another holds the role, always. */
    private static final class HeldStore implements LeaderStore {
        private int warmUps;
        private Optional<Outcome.Failed> answer = Optional.empty();

        private static Outcome.HeldBy held() {
            return new Outcome.HeldBy(Sighting.nobody(Duration.ofSeconds(5)));
        }

        @Override
        public Outcome.OfAwait await(Duration patience) {
            return held();
        }

        @Override
        public Outcome.OfTake take(Bid bid) {
            return held();
        }

        @Override
        public Outcome.OfRenew renew(LeaderToken token, boolean opened) {
            throw new IllegalStateException("nothing is held");
        }

        @Override
        public Outcome.OfRelease release(LeaderToken token, Departure departure) {
            throw new IllegalStateException("nothing is held");
        }

        @Override
        public Outcome.OfEvict evict(Sighting holder) {
            return held();
        }

        @Override
        public Optional<Outcome.Failed> warmUp() {
            warmUps++;
            return answer;
        }

        @Override
        public void disconnect() {}

        @Override
        public void interrupt() {}

        @Override
        public void close() {}
    }

    private final HeldStore held = new HeldStore();

    @ParameterizedTest
    @MethodSource("strategies")
    void goesThroughAWholeTermAndLeavesNoThreadBehind(Strategy strategy) throws Exception {
        assertThat(WarmUp.practise(candidate(strategy))).isTrue();

        for (Thread thread : Thread.getAllStackTraces().keySet()) {
            if (thread.getName().contains("warm-up")) {
                thread.join(ENDING.toMillis());
                assertThat(thread.isAlive()).as("%s still runs", thread).isFalse();
            }
        }
    }

    @Test
    void aSessionIsWarmedUpOnceAndItsSuccessorAgain() {
        WarmUp store = new WarmUp(candidate(Strategy.session()), held);

        store.await(Duration.ofSeconds(1));
        store.await(Duration.ofSeconds(1));
        assertThat(held.warmUps).isEqualTo(1);
        store.disconnect();
        store.await(Duration.ofSeconds(1));
        assertThat(held.warmUps).isEqualTo(2);
    }

    @Test
    void aLeaseIsWarmedUpAtItsSecondRefusalAlone() {
        Candidate candidate = candidate(Strategy.lease60());
        WarmUp store = new WarmUp(candidate, held);

        store.take(candidate.bid(false));
        assertThat(held.warmUps).isZero();
        store.take(candidate.bid(false));
        store.disconnect();
        store.take(candidate.bid(false));
        store.take(candidate.bid(false));
        assertThat(held.warmUps).isEqualTo(1);
    }

    @Test
    void aWarmUpThatFailsIsTheAnswerSoThatTheSessionGoes() {
        held.answer = Optional.of(new Outcome.Failed(new Exception("gone")));
        WarmUp store = new WarmUp(candidate(Strategy.session()), held);

        assertThat(store.await(Duration.ofSeconds(1))).isEqualTo(held.answer.get());
    }
}
