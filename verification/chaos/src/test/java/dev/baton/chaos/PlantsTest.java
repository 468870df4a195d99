package dev.baton.chaos;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Path;
import java.util.stream.Stream;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Whether a planted bug is found takes minutes; that it can still be put in is seen in every build. */
class PlantsTest {

    @TempDir
    Path folder;

    /** Puts a bug in. */
    @FunctionalInterface
    interface Planting {
        Plant into(Path folder) throws IOException;
    }

    static Stream<Planting> plants() {
        return Stream.of(
                Plants::fenceWithoutALock,
                Plants::gateTimedFromTheAnswer,
                Plants::cursorThatIsNotCommitSafe,
                Plants::attemptWhoseStartIsNotRecorded,
                Plants::claimCompletedByItsStateOnly,
                Plants::layoutThatIsNotRetired,
                Plants::shardsThatAreNotHandedOver);
    }

    @ParameterizedTest
    @MethodSource("plants")
    void findsItsWordsInTheProduct(Planting planting) throws IOException {
        assertThat(planting.into(folder).planted()).isNotEmpty();
    }
}
