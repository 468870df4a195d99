package dev.baton.election;

import static org.assertj.core.api.Assertions.assertThat;

import dev.baton.Backoff;
import dev.baton.Strategy;
import java.time.Duration;
import java.util.stream.Stream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

class RehearsalTest {

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

    @ParameterizedTest
    @MethodSource("strategies")
    void goesThroughAWholeTermAndLeavesNoThreadBehind(Strategy strategy) throws Exception {
        assertThat(Rehearsal.run(candidate(strategy))).isTrue();

        assertThat(Thread.getAllStackTraces().keySet())
                .noneMatch(thread -> thread.isAlive() && thread.getName().contains("rehearsal"));
    }
}
