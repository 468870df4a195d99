package dev.baton.bench.failover;

import dev.baton.bench.Benchmark;
import dev.baton.bench.Pause;
import dev.baton.bench.Settings;
import dev.baton.bench.postgres.DurablePostgres;
import dev.baton.bench.process.Child;
import dev.baton.bench.process.RolesMain;
import dev.baton.bench.report.Report;
import dev.baton.bench.report.Sample;
import dev.baton.bench.report.Verdict;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.Locale;
import java.util.Map;
import java.util.stream.Collectors;

/** How long nobody leads one role, or the last of ten, when their process is killed: a session for each, or one for all. */
public final class RolesFailoverBench implements Benchmark {

    private static final Duration PATIENCE = Duration.ofSeconds(60);
    private static final Duration SETTLE = Duration.ofMillis(500);
    private static final long BARE_KEY = 4713;
    private static final int MANY = 10;

    @Override
    public String name() {
        return "failover-roles";
    }

    @Override
    public String summary() {
        return "kill -9 of a process that leads one or ten roles, with a session for each and with one for all";
    }

    /** Those who stand for the same roles: one leads all of them, the other waits. */
    private static final class Pair implements AutoCloseable {
        private final DurablePostgres postgres;
        private final String way;
        private final int roles;
        private int launched;
        private Child leader;
        private Child follower;

        Pair(DurablePostgres postgres, String way, int roles) throws Exception {
            this.postgres = postgres;
            this.way = way;
            this.roles = roles;
            leader = launch();
            open(leader);
            follower = waiting();
        }

        private Child launch() throws Exception {
            return Child.start(
                    RolesMain.class,
                    postgres.url(),
                    postgres.url(),
                    way + roles + "-" + launched++,
                    way + roles,
                    Integer.toString(roles),
                    way);
        }

        private Child waiting() throws Exception {
            Child child = launch();
            child.await("STANDS", PATIENCE);
            Pause.of(SETTLE);
            return child;
        }

        /** When the last of the gates was open. */
        private long open(Child child) throws InterruptedException {
            long last = Long.MIN_VALUE;
            for (int role = 0; role < roles; role++) {
                int number = role;
                last = Math.max(
                        last,
                        child.await("OPEN", PATIENCE, line -> line.number() == number)
                                .at());
            }
            return last;
        }

        long kill() throws Exception {
            long killed = System.nanoTime();
            leader.kill();
            long taken = open(follower) - killed;
            leader.close();
            leader = follower;
            follower = waiting();
            return taken;
        }

        @Override
        public void close() {
            leader.close();
            follower.close();
        }
    }

    @Override
    public void run(Settings settings, Report report) throws Exception {
        Map<String, Sample> samples = new LinkedHashMap<>();
        int rounds = settings.rounds(12, 1);
        try (DurablePostgres postgres = DurablePostgres.start();
                Chain bare = Chain.bare(postgres, BARE_KEY);
                Pair ownOne = new Pair(postgres, "own", 1);
                Pair sharedOne = new Pair(postgres, "shared", 1);
                Pair ownMany = new Pair(postgres, "own", MANY);
                Pair sharedMany = new Pair(postgres, "shared", MANY)) {
            for (int round = 1; round <= rounds; round++) {
                add(samples, "bare lock", bare.kill());
                add(samples, "own, one role", ownOne.kill());
                add(samples, "shared, one role", sharedOne.kill());
                add(samples, "own, ten roles", ownMany.kill());
                add(samples, "shared, ten roles", sharedMany.kill());
                report.progress("round %d of %d, medians until now: %s", round, rounds, medians(samples));
            }
        }
        samples.forEach((what, sample) -> report.line(
                "kill -9 to the last open gate, %-18s %s, p95 %.2f", what + ":", sample.millis(), sample.at(95)));
        double floor = samples.get("bare lock").median();
        double one = samples.get("shared, one role").median();
        double ten = samples.get("shared, ten roles").median();
        report.verdict(Verdict.atMost("fail-over of one role, one session for all", 5, 4, one / floor, "× floor"));
        report.verdict(Verdict.atMost("fail-over of ten roles, one session for all", 2, 2, ten / one, "× one role"));
    }

    private static String medians(Map<String, Sample> samples) {
        return samples.entrySet().stream()
                .map(entry -> String.format(
                        Locale.ROOT,
                        "%s %.1f ms",
                        entry.getKey(),
                        entry.getValue().median()))
                .collect(Collectors.joining("; "));
    }

    private static void add(Map<String, Sample> samples, String what, long nanos) {
        samples.computeIfAbsent(what, name -> new Sample()).addNanos(nanos);
    }
}
