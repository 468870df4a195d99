package dev.baton.failures;

import dev.baton.failures.driver.Call;
import dev.baton.failures.driver.Failure;
import dev.baton.failures.driver.LentState;
import dev.baton.failures.driver.PlantedBug;
import dev.baton.failures.scenario.Scenario;
import dev.baton.failures.stage.Stage;
import dev.baton.failures.stage.World;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;

/** A scenario in a process of its own, killed by the operating system at one call; then an instance that finds the rest. */
record Killing(Scenario scenario, Call call, Failure failure) {

    /**
     * What came of it.
     *
     * @param reached whether the call was made at all
     */
    record Result(boolean reached, List<String> wrong) {}

    /** The calls that the scenario makes, found by a run in this process. */
    static List<Call> calls(World world, Scenario scenario) throws Exception {
        return Trial.calm(scenario, LentState.AUTO_COMMIT, PlantedBug.NONE)
                .run(world)
                .calls();
    }

    /** What the ledgers of another process can tell: no cancellations, and no webhooks, which would go to the dead one. */
    private static final List<String> SCENARIOS = List.of(
            "enqueue and complete",
            "enqueue many",
            "enqueue in a caller's transaction",
            "fail and retry",
            "fail for good",
            "accept",
            "accept many",
            "accept in a caller's transaction",
            "attempt that is rejected",
            "attempt that is tried again",
            "attempt that times out",
            "attempts until the bound",
            "one shot");

    /** After every first write and commit. */
    static List<Killing> all(World world) throws Exception {
        List<Killing> all = new ArrayList<>();
        for (Scenario scenario : SCENARIOS.stream().map(Scenario::named).toList()) {
            for (Call call : calls(world, scenario)) {
                if (call.occurrence() == 1 && call.kind().failures().contains(Failure.KILLED_AFTER)) {
                    all.add(new Killing(scenario, call, Failure.KILLED_AFTER));
                }
            }
        }
        return all;
    }

    Result run(World world) throws Exception {
        world.clear();
        List<String> story = storyUntilItsEnd(world);
        boolean reached = story.remove(Victim.HERE);
        try (Stage stage = new Stage(world, LentState.AUTO_COMMIT, PlantedBug.NONE)) {
            scenario.prepare().on(stage.within(scenario.bound()));
            stage.adopt(story);
            scenario.finish().on(stage);
            return new Result(reached, stage.findings().all());
        }
    }

    private List<String> storyUntilItsEnd(World world) throws IOException, InterruptedException {
        Process process = new ProcessBuilder(command(world))
                .redirectError(ProcessBuilder.Redirect.DISCARD)
                .start();
        try (BufferedReader lines =
                new BufferedReader(new InputStreamReader(process.getInputStream(), StandardCharsets.UTF_8))) {
            List<String> story = new ArrayList<>();
            String line = "";
            while (line != null && !story.contains(Victim.HERE) && !story.contains(Victim.END)) {
                line = lines.readLine();
                if (line != null && line.startsWith(Victim.MARK)) {
                    story.add(line.substring(Victim.MARK.length()));
                }
            }
            return story;
        } finally {
            process.destroyForcibly().waitFor();
        }
    }

    private List<String> command(World world) {
        return List.of(
                System.getProperty("java.home") + "/bin/java",
                "-Xmx256m",
                "-XX:TieredStopAtLevel=1",
                "-XX:+UseSerialGC",
                "-cp",
                System.getProperty("java.class.path"),
                Victim.class.getName(),
                world.engine().name(),
                world.url(),
                scenario.name(),
                call.kind().name(),
                call.what(),
                Integer.toString(call.occurrence()),
                failure.name());
    }
}
