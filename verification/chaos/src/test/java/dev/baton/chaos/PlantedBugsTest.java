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

    private static final String SQL = "dev/baton/sql/postgresql/";
    private static final String SUBMISSIONS = "dev/baton/submissions/store/postgresql/";

    private static final int MOST_RUNS = 3;

    @TempDir
    Path folder;

    @Test
    void findsAFenceWithoutALock() throws Exception {
        Plant plant = plant().sql(
                        "baton-sql",
                        SQL + "fences.sql",
                        "fence-enter",
                        "pg_try_advisory_xact_lock_shared(:fence_key) AS locked",
                        ":fence_key IS NOT NULL AS locked")
                .java(
                        "baton-sql",
                        "dev.baton.sql.database.SelfTest",
                        "boolean held = isFenceHeld(pair.b);",
                        "boolean held = true;");
        finds(
                "No commit of an epoch after the grant of a later one",
                plant,
                20,
                List.of(Roles.COUNTER, Roles.REGISTER),
                Kind.END_SESSION);
    }

    @Test
    void findsAGateTimedFromTheAnswer() throws Exception {
        Plant plant = plant().java(
                        "baton-core",
                        "dev.baton.election.Leader",
                        "state.beaten(sentAt, ",
                        "state.beaten(moment.now(), ");
        finds(
                "Gates of exclusive roles never overlapped",
                plant,
                40,
                List.of(Roles.REGISTER, Roles.EXECUTOR),
                Kind.SLOW_THEN_CUT);
    }

    @Test
    void findsACursorThatIsNotCommitSafe() throws Exception {
        Plant plant = plant().sql(
                        "baton-submissions",
                        SUBMISSIONS + "lanes.sql",
                        "feed-changes",
                        "AND change_xid = ANY (",
                        "AND false AND change_xid = ANY (")
                .sql(
                        "baton-submissions",
                        "dev/baton/submissions/store/common/lanes.sql",
                        "lane-due",
                        "AND gateway = :gateway",
                        "AND gateway = :gateway AND false");
        finds("Every intent has ended, once, by its last attempt", plant, 20, FaultPlan.USUAL);
    }

    @Test
    void findsAnAttemptWhoseStartIsNotRecorded() throws Exception {
        Plant plant = plant().sql(
                        "baton-submissions",
                        SUBMISSIONS + "attempts.sql",
                        "start",
                        "SET attempt_count = i.attempt_count + 1, in_flight = true",
                        "SET attempt_count = i.attempt_count, in_flight = false")
                .sql(
                        "baton-submissions",
                        SUBMISSIONS + "attempts.sql",
                        "start",
                        "i.submission_target, i.attempt_count,",
                        "i.submission_target, i.attempt_count + 1 AS attempt_count,")
                .sql(
                        "baton-submissions",
                        SUBMISSIONS + "attempts.sql",
                        "finish",
                        "i.in_flight = v.begun",
                        "NOT i.in_flight")
                .sql(
                        "baton-submissions",
                        SUBMISSIONS + "attempts.sql",
                        "finish",
                        "CASE WHEN v.begun THEN v.number ELSE v.number - 1 END",
                        "v.number - 1");
        finds(
                "Every call at the gateway is one attempt on record; given-up attempts made no call",
                plant,
                30,
                List.of(Roles.EXECUTOR),
                Kind.KILL);
    }

    @Test
    void findsAClaimCompletedByItsStateOnly() throws Exception {
        Plant plant = plant().sql(
                        "baton-jobs",
                        "dev/baton/jobs/postgresql/finishing.sql",
                        "finish-other",
                        "AND j.claim_number = ANY (ARRAY[a.claim_number]) AND j.locked_by = ANY (ARRAY[a.worker])",
                        "AND j.status = 'running'")
                .java(
                        "baton-jobs",
                        "dev.baton.jobs.claim.Claim",
                        "return now - confirmedAt >= trustNanos;",
                        "return now < 0;")
                .java(
                        "baton-jobs",
                        "dev.baton.jobs.worker.HeartbeatSender",
                        "watchdog.abandonRun(claim, \"its heartbeat found no such claim\");",
                        "claim.untouched(sentAt);");
        finds("Every completed run was finished by the holder of its claim", plant, 60, List.of(""), Kind.PAUSE_LONG);
    }

    private Plant plant() {
        return new Plant(folder.resolve("planted"));
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
