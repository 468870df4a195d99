package dev.baton.bench.jobs;

import java.io.IOException;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.concurrent.ExecutionException;

/**
 * Jobs beside their peers and floors, alternating in one run on one durable PostgreSQL. Arguments: {@code burn [jobs
 * rounds]}, {@code latency}, {@code scale}, {@code processes}; all of them without.
 */
public final class JobsBench {

    private JobsBench() {}

    public static void main(String[] args) throws IOException, SQLException, ExecutionException, InterruptedException {
        List<String> wanted = args.length == 0 ? List.of("burn", "latency", "scale", "processes") : Arrays.asList(args);
        if (wanted.contains("burn")) {
            int at = wanted.indexOf("burn");
            int jobs = wanted.size() > at + 2 ? Integer.parseInt(wanted.get(at + 1)) : 50_000;
            int rounds = wanted.size() > at + 2 ? Integer.parseInt(wanted.get(at + 2)) : 4;
            burn(jobs, rounds);
        }
        if (wanted.contains("latency")) {
            Latency.run();
        }
        if (wanted.contains("scale")) {
            Scale.run();
        }
        if (wanted.contains("processes")) {
            Processes.run();
        }
    }

    /** The first round warms up and does not count. */
    private static void burn(int jobs, int rounds)
            throws IOException, SQLException, ExecutionException, InterruptedException {
        try (JobsServer server = new JobsServer()) {
            List<Contestant> contestants = List.of(
                    new FloorContestant(server), new BatonContestant(server), new DbSchedulerContestant(server));
            double[][] enqueue = new double[contestants.size()][rounds];
            double[][] burn = new double[contestants.size()][rounds];
            for (int round = 0; round < rounds; round++) {
                for (int i = 0; i < contestants.size(); i++) {
                    enqueue[i][round] = rate(jobs, contestants.get(i).enqueue(jobs));
                    burn[i][round] = rate(jobs, contestants.get(i).burnDown(jobs));
                }
            }
            for (int i = 0; i < contestants.size(); i++) {
                say(
                        "%-60s burn-down %,9.0f/s   enqueue %,9.0f/s   all burn-downs %s",
                        contestants.get(i).name(), median(burn[i]), median(enqueue[i]), rounded(burn[i]));
            }
            say(
                    "Baton / floor: %.2f   Baton / db-scheduler: %.1f   enqueue / floor: %.2f",
                    median(burn[1]) / median(burn[0]),
                    median(burn[1]) / median(burn[2]),
                    median(enqueue[1]) / median(enqueue[0]));
        }
    }

    static double rate(int jobs, long nanos) {
        return jobs * 1e9 / nanos;
    }

    private static double median(double[] rounds) {
        double[] counted = Arrays.copyOfRange(rounds, rounds.length > 1 ? 1 : 0, rounds.length);
        Arrays.sort(counted);
        return counted[counted.length / 2];
    }

    private static List<Long> rounded(double[] rounds) {
        List<Long> all = new ArrayList<>();
        for (double round : rounds) {
            all.add(Math.round(round));
        }
        return all;
    }

    static void say(String format, Object... values) {
        System.out.println(String.format(Locale.ROOT, format, values));
    }
}
