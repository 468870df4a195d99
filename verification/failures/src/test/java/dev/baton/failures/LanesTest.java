package dev.baton.failures;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.baton.failures.driver.Engine;
import dev.baton.failures.stage.World;
import java.util.List;
import java.util.concurrent.CyclicBarrier;
import java.util.concurrent.TimeUnit;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Trials side by side. */
@Timeout(300)
class LanesTest {

    private static final int NUMBER = 3;

    /** Nobody gets over the barrier alone. */
    @Test
    void asManyAsThereAreLanesRunAtOnceEachInADatabaseOfItsOwn() throws Exception {
        CyclicBarrier together = new CyclicBarrier(NUMBER);
        try (Lanes lanes = new Lanes(Engine.H2, NUMBER)) {
            List<Integer> numbers = IntStream.range(0, 2 * NUMBER).boxed().toList();
            List<String> urls = lanes.each(
                    numbers,
                    number -> lanes.in(world -> {
                        together.await(1, TimeUnit.MINUTES);
                        return world.url();
                    }));
            assertThat(urls).hasSize(2 * NUMBER);
            assertThat(urls.stream().distinct()).hasSize(NUMBER);
        }
    }

    @Test
    void theAnswersComeInOrderAndADatabaseIsGivenBackAfterAnError() throws Exception {
        try (Lanes lanes = new Lanes(Engine.H2, 1)) {
            assertThatThrownBy(() -> lanes.each(List.of("a"), one -> lanes.in(LanesTest::broken)))
                    .hasRootCauseMessage("no more");
            assertThat(lanes.each(List.of("a", "b"), one -> lanes.in(world -> one)))
                    .containsExactly("a", "b");
        }
    }

    private static String broken(World world) {
        throw new IllegalArgumentException("no more");
    }
}
