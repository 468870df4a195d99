package dev.baton.fuzz;

import java.io.BufferedReader;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** {@code ./baton fuzz}: Jazzer on each target for a while, in a process of its own because that is how Jazzer ends. */
@Command(
        name = "baton fuzz",
        description =
                "Has Jazzer make inputs that hurt: bodies, requests, configuration, cron, conditions, gateways' answers.",
        mixinStandardHelpOptions = true)
public final class Fuzz implements Callable<Integer> {

    /** The rest is in a file beside the input. */
    private static final int FIRST_WORDS = 20;

    /** They take every connection for one that the input asked for, also the targets' own; and an operator may write patterns. */
    private static final String NOT_HERE = "com.code_intelligence.jazzer.sanitizers.ServerSideRequestForgery:"
            + "com.code_intelligence.jazzer.sanitizers.RegexInjection";

    private static final Pattern DONE = Pattern.compile("Done (\\d+) runs in (\\d+) second");

    @Parameters(
            arity = "0..*",
            paramLabel = "TARGET",
            description = "json, toml, cron, condition, gateway, http; all by default")
    private List<String> targets = List.of();

    @Option(names = "--seconds", description = "how long on each (default: ${DEFAULT-VALUE})", defaultValue = "60")
    private int seconds;

    @Option(names = "--corpus", hidden = true)
    private Path corpus = Path.of("verification/fuzz/corpus");

    @Option(names = "--out", description = "where inputs go that were found (default: ${DEFAULT-VALUE})")
    private Path out = Path.of("target/fuzz");

    public static void main(String[] arguments) {
        System.exit(new CommandLine(new Fuzz()).execute(arguments));
    }

    @Override
    public Integer call() throws IOException, InterruptedException {
        List<FuzzTarget> chosen = targets.isEmpty()
                ? Arrays.asList(FuzzTarget.values())
                : targets.stream().map(FuzzTarget::of).toList();
        int found = 0;
        for (FuzzTarget target : chosen) {
            System.out.printf("%-10s ", target.label());
            System.out.flush();
            Path place = Files.createDirectories(out.resolve(target.label()));
            Report report = run(target.type().getName(), corpus.resolve(target.label()), place, seconds);
            System.out.println(
                    report.clean() ? report.runs() + " inputs, nothing found" : "FOUND, see " + place.toAbsolutePath());
            if (!report.clean()) {
                Files.writeString(place.resolve("said"), report.words());
                report.words()
                        .lines()
                        .dropWhile(line -> !line.startsWith("=="))
                        .limit(FIRST_WORDS)
                        .forEach(System.out::println);
                found++;
            }
        }
        return found == 0 ? 0 : 1;
    }

    /** What Jazzer said: how many inputs it tried, and whether none of them hurt. */
    record Report(boolean clean, long runs, String words) {}

    static Report run(String target, Path seeds, Path place, int seconds) throws IOException, InterruptedException {
        Path grown = Files.createDirectories(place.resolve("corpus"));
        List<String> command = new ArrayList<>(List.of(
                Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                "-Xmx1g",
                "-XX:+EnableDynamicAgentLoading",
                "-Dfile.encoding=UTF-8",
                "-cp",
                System.getProperty("java.class.path"),
                "com.code_intelligence.jazzer.Jazzer",
                "--target_class=" + target,
                "--instrumentation_includes=dev.baton.**",
                "--disabled_hooks=" + NOT_HERE,
                "--reproducer_path=" + place,
                "-artifact_prefix=" + place + "/",
                "-max_total_time=" + seconds,
                "-timeout=30",
                "-rss_limit_mb=0",
                grown.toString()));
        if (Files.isDirectory(seeds)) {
            command.add(seeds.toString());
        }
        Process jazzer = new ProcessBuilder(command).redirectErrorStream(true).start();
        jazzer.getOutputStream().close();
        StringBuilder words = new StringBuilder();
        long runs = 0;
        try (BufferedReader said = jazzer.inputReader(StandardCharsets.UTF_8)) {
            for (String line = said.readLine(); line != null; line = said.readLine()) {
                words.append(line).append(System.lineSeparator());
                Matcher done = DONE.matcher(line);
                runs = done.find() ? Long.parseLong(done.group(1)) : runs;
            }
        }
        return new Report(jazzer.waitFor() == 0, runs, words.toString());
    }
}
