package dev.baton.chaos;

import static org.assertj.core.api.Assertions.assertThat;

import dev.baton.chaos.check.Finding;
import dev.baton.chaos.faults.FaultPlan;
import dev.baton.chaos.faults.Kind;
import dev.baton.chaos.node.Engine;
import dev.baton.chaos.node.Roles;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.SQLException;
import java.util.List;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The suite can fail: each of these bugs is found, by the check that is there for it. */
@Tag("heavy")
class PlantedBugsTest {

    private static final int MOST_RUNS = 3;

    @TempDir
    Path folder;

    @Test
    void findsAFenceWithoutALock() throws Exception {
        finds(
                "No commit of an epoch after the grant of a later one",
                Plants.fenceWithoutALock(planted()),
                20,
                List.of(Roles.COUNTER, Roles.REGISTER),
                Kind.END_SESSION);
    }

    @Test
    void findsAGateTimedFromTheAnswer() throws Exception {
        finds(
                "Gates of exclusive roles never overlapped",
                Plants.gateTimedFromTheAnswer(planted()),
                40,
                List.of(Roles.REGISTER, Roles.EXECUTOR),
                Kind.SLOW_THEN_CUT);
    }

    @Test
    void findsACursorThatIsNotCommitSafe() throws Exception {
        finds(
                "Every intent has ended, once, by its last attempt",
                Plants.cursorThatIsNotCommitSafe(planted()),
                20,
                FaultPlan.USUAL);
    }

    @Test
    void findsAnAttemptWhoseStartIsNotRecorded() throws Exception {
        finds(
                "Every call at the gateway is one attempt on record; given-up attempts made no call",
                Plants.attemptWhoseStartIsNotRecorded(planted()),
                30,
                List.of(Roles.EXECUTOR),
                Kind.KILL);
    }

    @Test
    void findsAClaimCompletedByItsStateOnly() throws Exception {
        finds(
                "Every completed run was finished by the holder of its claim",
                Plants.claimCompletedByItsStateOnly(planted()),
                60,
                List.of(""),
                Kind.PAUSE_LONG);
    }

    private Path planted() {
        return folder.resolve("planted");
    }

    /** In one run, or in the next ones: whether a fault hits what is planted is also a matter of luck. */
    private void finds(String title, Plant plant, long seconds, List<String> roles, Kind... kinds) throws Exception {
        List<Path> planted = plant.planted();
        List<String> found = List.of();
        for (int seed = 7; seed < 7 + MOST_RUNS && !found.contains(title); seed++) {
            found = violated(new Settings(
                    seconds,
                    seed,
                    3,
                    60,
                    List.of(kinds),
                    roles,
                    0,
                    10,
                    Files.createDirectories(folder.resolve("run-" + seed)),
                    planted,
                    Engine.POSTGRESQL));
            System.out.println("planted, seed " + seed + ": violated " + found);
        }
        assertThat(found).contains(title);
    }

    /** The titles of the checks that found something. */
    private static List<String> violated(Settings settings) throws SQLException {
        return new Run(settings, line -> {})
                .run().findings().stream()
                        .filter(finding -> !finding.ok())
                        .map(Finding::title)
                        .toList();
    }
}
