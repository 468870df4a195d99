package dev.baton.bench.submissions;

import dev.baton.bench.Benchmark;
import dev.baton.bench.Settings;
import dev.baton.bench.postgres.DurablePostgres;
import dev.baton.bench.report.Report;
import dev.baton.bench.report.Verdict;
import dev.baton.submissions.gateway.GatewayAnswer;
import dev.baton.submissions.gateway.GatewayCall;
import dev.baton.submissions.model.SubmissionListener;
import java.io.IOException;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;

/**
 * From accepting on a follower to the call on the leader, at 200 intents per second, alone and while another gateway takes
 * two seconds for each of its calls.
 */
public final class IntentLatencyBench implements Benchmark {

    private static final int PER_SECOND = 200;

    @Override
    public String name() {
        return "intent-latency";
    }

    @Override
    public String summary() {
        return "accepted on a follower to called by the leader, 200 per second; also beside a gateway that takes 2 s";
    }

    @Override
    public void run(Settings settings, Report report)
            throws ExecutionException, InterruptedException, IOException, SQLException, TimeoutException {
        try (DurablePostgres postgres = DurablePostgres.start();
                IntentNode leader = IntentNode.leader(
                        postgres,
                        chosen -> chosen.concurrency(64)
                                .limits(Map.of(
                                        "slow", dev.baton.submissions.gateway.GatewayLimits.DEFAULT.concurrency(16))),
                        new SubmissionListener() {});
                IntentNode follower = IntentNode.follower(postgres)) {
            leader.awaitLeader();
            int count = PER_SECOND * settings.rounds(20, 2);
            offer("warm", leader, follower, PER_SECOND * settings.rounds(5, 1));
            judge(report, "200/s", offer("alone", leader, follower, count));
            leader.fakes
                    .named("slow")
                    .answeringLater(call -> CompletableFuture.supplyAsync(
                            () -> (GatewayAnswer) new GatewayAnswer.Accepted("slow"),
                            CompletableFuture.delayedExecutor(2, TimeUnit.SECONDS)));
            for (int i = 0; i < settings.rounds(1000, 100); i++) {
                follower.manager.accept(IntentNode.request("slow", i, "slow"));
            }
            judge(report, "200/s beside a slow gateway", offer("beside", leader, follower, count));
        }
    }

    private static List<Double> offer(String prefix, IntentNode leader, IntentNode follower, int count)
            throws ExecutionException, InterruptedException, TimeoutException {
        Map<String, Long> sent = new ConcurrentHashMap<>();
        List<Double> millis = Collections.synchronizedList(new ArrayList<>());
        CompletableFuture<Void> all = new CompletableFuture<>();
        leader.gateway().answering((GatewayCall call) -> {
            Long at = sent.get(call.intentId());
            if (at != null) {
                millis.add((System.nanoTime() - at) / 1e6);
                if (millis.size() == count) {
                    all.complete(null);
                }
            }
            return new GatewayAnswer.Accepted("ok");
        });
        ScheduledExecutorService clients = Executors.newScheduledThreadPool(4);
        for (int i = 0; i < count; i++) {
            int number = i;
            @SuppressWarnings("unused") // failures show as a missing call
            var unused = clients.schedule(
                    () -> {
                        var request = IntentNode.request(prefix, number, "quick");
                        sent.put(request.intentId(), System.nanoTime());
                        return follower.manager.accept(request);
                    },
                    i * 1_000_000L / PER_SECOND,
                    TimeUnit.MICROSECONDS);
        }
        all.get(3, TimeUnit.MINUTES);
        clients.shutdown();
        return millis.stream().sorted().toList();
    }

    private static void judge(Report report, String what, List<Double> sorted) {
        double p50 = sorted.get(sorted.size() / 2);
        double p99 = sorted.get(sorted.size() * 99 / 100);
        report.line(
                "%s: p50 %.2f ms, p99 %.2f ms, worst %.2f ms (%d)",
                what, p50, p99, sorted.get(sorted.size() - 1), sorted.size());
        report.verdict(Verdict.atMost(what + ", p50", 10, 5, p50, "ms"));
        report.verdict(Verdict.atMost(what + ", p99", 100, 20, p99, "ms"));
    }
}
