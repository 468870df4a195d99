package dev.baton.bench.locks;

import dev.baton.bench.Settings;
import dev.baton.bench.report.Report;
import dev.baton.bench.report.Sample;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.function.LongSupplier;

/**
 * How often a second several contestants do the same, all of them in each round: what slows the machine down for a while
 * slows all of them, so two of them are compared round by round.
 */
final class Rates {

    /** What a thread does again and again with a lock of its own. */
    @FunctionalInterface
    interface Act {
        void on(Locks locks, String name) throws Exception;
    }

    private final Map<String, List<Double>> rates = new LinkedHashMap<>();

    private Rates() {}

    static void pair(Locks locks, String name) throws Exception {
        locks.tryLock(name)
                .orElseThrow(() -> new IllegalStateException("nobody has " + name + ", and it was refused"))
                .run();
    }

    static void refusal(Locks locks, String name) throws Exception {
        if (locks.tryLock(name).isPresent()) {
            throw new IllegalStateException("somebody has " + name + ", and it was granted");
        }
    }

    static Rates measure(Map<String, Locks> contestants, int threads, Act act, Settings settings, Report report)
            throws Exception {
        Rates measured = new Rates();
        Duration time = Duration.ofMillis(settings.rounds(1000, 100));
        int rounds = settings.rounds(9, 1);
        for (int round = -settings.rounds(2, 0); round < rounds; round++) {
            for (Map.Entry<String, Locks> contestant : contestants.entrySet()) {
                double rate = rate(contestant.getValue(), threads, act, time);
                if (round >= 0) {
                    measured.rates
                            .computeIfAbsent(contestant.getKey(), name -> new ArrayList<>())
                            .add(rate);
                }
            }
            report.progress("locks, %d threads, round %d of %d", threads, round + 1, rounds);
        }
        return measured;
    }

    private static double rate(Locks locks, int threads, Act act, Duration time) {
        long begin = System.nanoTime();
        List<CompletableFuture<Long>> all = new ArrayList<>();
        for (int thread = 0; thread < threads; thread++) {
            String name = "bench-" + thread;
            CompletableFuture<Long> done = new CompletableFuture<>();
            new Thread(() -> run(done, () -> acts(locks, act, name, begin + time.toNanos()))).start();
            all.add(done);
        }
        long done = 0;
        for (CompletableFuture<Long> one : all) {
            done += one.join();
        }
        return done / ((System.nanoTime() - begin) / 1e9);
    }

    private static void run(CompletableFuture<Long> done, LongSupplier acts) {
        try {
            done.complete(acts.getAsLong());
        } catch (RuntimeException e) {
            done.completeExceptionally(e);
        }
    }

    private static long acts(Locks locks, Act act, String name, long end) {
        long done = 0;
        while (System.nanoTime() < end) {
            try {
                act.on(locks, name);
            } catch (Exception e) {
                throw new IllegalStateException(e);
            }
            done++;
        }
        return done;
    }

    /** Median and extremes of each. */
    void tell(Report report) {
        rates.keySet()
                .forEach(name ->
                        report.line("%-44s %s", name, sample(rates.get(name)).perSecond()));
    }

    /** How many times as often the one did it as the other, in each round. */
    Sample ratio(String one, String other) {
        List<Double> ratios = new ArrayList<>();
        for (int round = 0; round < rates.get(one).size(); round++) {
            ratios.add(rates.get(one).get(round) / rates.get(other).get(round));
        }
        return sample(ratios);
    }

    private static Sample sample(List<Double> values) {
        Sample sample = new Sample();
        values.forEach(sample::add);
        return sample;
    }

    /** Holds each contestant's locks of so many threads. */
    static List<Locks.Unlock> hold(Map<String, Locks> contestants, int threads) throws Exception {
        List<Locks.Unlock> held = new ArrayList<>();
        for (Locks locks : contestants.values()) {
            for (int thread = 0; thread < threads; thread++) {
                Optional<Locks.Unlock> lock = locks.tryLock("bench-" + thread);
                held.add(lock.orElseThrow());
            }
        }
        return held;
    }
}
