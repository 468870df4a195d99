package dev.baton.model;

import dev.baton.testkit.Installed;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** The model checker of this machine, at work on the model in one setting. */
final class Spin {

    private static final Path MODEL = Path.of("src/main/promela/baton.pml").toAbsolutePath();
    private static final Pattern STATES = Pattern.compile("(\\d+) states, stored");
    private static final Pattern SECONDS = Pattern.compile("elapsed time ([\\d.]+) seconds");

    private Spin() {}

    /**
     * What came of it.
     *
     * @param violated the assertion that does not hold, empty if all do
     * @param complete whether every state was visited
     */
    record Result(long states, String seconds, boolean complete, String violated, String output) {}

    /** Skips the test where there is no Spin. */
    static void require() {
        Installed.program("spin", "spin");
        Installed.program("gcc", "gcc and libc6-dev");
    }

    /** Visits every state that the model can reach with these switches, or all up to the first that breaks a promise. */
    static Result check(Path folder, List<String> switches) throws IOException, InterruptedException {
        List<String> translate = new ArrayList<>(List.of("spin", "-a"));
        switches.forEach(one -> translate.add("-D" + one));
        translate.add(MODEL.toString());
        run(folder, translate);
        run(folder, List.of("gcc", "-O2", "-DSAFETY", "-DNOREDUCE", "-DMEMLIM=4000", "-o", "pan", "pan.c"));
        String output = run(folder, List.of(folder.resolve("pan").toString(), "-m100000", "-w22"));
        return new Result(
                Long.parseLong(first(STATES, output)),
                first(SECONDS, output),
                !output.contains("Search not completed") && !output.contains("max search depth too small"),
                output.lines()
                        .filter(line -> line.startsWith("pan:1:"))
                        .findFirst()
                        .orElse(""),
                output);
    }

    private static String first(Pattern pattern, String text) {
        Matcher matcher = pattern.matcher(text);
        return matcher.find() ? matcher.group(1) : "0";
    }

    private static String run(Path folder, List<String> command) throws IOException, InterruptedException {
        Path output = folder.resolve("output");
        Process process = new ProcessBuilder(command)
                .directory(folder.toFile())
                .redirectErrorStream(true)
                .redirectOutput(output.toFile())
                .start();
        int code = process.waitFor();
        String said = Files.readString(output);
        if (code != 0) {
            throw new IOException(String.join(" ", command) + " ended with " + code + ":\n" + said);
        }
        return said;
    }
}
