package dev.baton.simulation;

import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.LongConsumer;

/**
 * The command: {@code java -cp ... dev.baton.simulation.Simulate [--seeds 100000] [--from 0] [--threads 2] [--bug NONE]}
 * runs many seeds; with {@code --seed N} it replays one, with a trace. Ends with 1 if a run failed.
 */
public final class Simulate {

    private static final long EVERY = 10_000;
    private static final List<String> KNOWN = List.of("--seeds", "--from", "--seed", "--threads", "--bug");

    private Simulate() {}

    public static void main(String[] args) {
        Map<String, String> options = options(args);
        Bug bug = Bug.valueOf(options.getOrDefault("--bug", "NONE").toUpperCase(Locale.ROOT));
        boolean well =
                options.containsKey("--seed") ? replay(Long.parseLong(options.get("--seed")), bug) : many(options, bug);
        System.exit(well ? 0 : 1);
    }

    private static Map<String, String> options(String[] args) {
        Map<String, String> options = new TreeMap<>();
        for (int i = 0; i < args.length; i += 2) {
            if (!KNOWN.contains(args[i]) || i + 1 == args.length) {
                throw new IllegalArgumentException(
                        "cannot read '" + args[i] + "': give one of " + KNOWN + ", each followed by its value");
            }
            options.put(args[i], args[i + 1]);
        }
        return options;
    }

    private static boolean replay(long seed, Bug bug) {
        Simulation.Result result = Simulation.run(Scenario.of(seed), bug, true);
        result.trace().forEach(System.out::println);
        System.out.println(result.tally());
        System.out.println(result.failed() ? "FAILED: " + result.violation() : "all guarantees held");
        return !result.failed();
    }

    private static boolean many(Map<String, String> options, Bug bug) {
        long from = Long.parseLong(options.getOrDefault("--from", "0"));
        long seeds = Long.parseLong(options.getOrDefault("--seeds", "100000"));
        int threads = Integer.parseInt(options.getOrDefault("--threads", "2"));
        LongConsumer progress = seed -> {
            if ((seed - from + 1) % EVERY == 0) {
                System.out.println("seed " + seed + " ...");
            }
        };
        Campaign.Summary summary = new Campaign(bug, threads).run(from, from + seeds, progress);
        System.out.println(summary.tally());
        if (summary.failedSeed() >= 0) {
            System.out.println(Report.of(new Shrinker(bug).shrink(Scenario.of(summary.failedSeed()))));
            return false;
        }
        System.out.println("all guarantees held in " + seeds + " runs from seed " + from);
        return true;
    }
}
