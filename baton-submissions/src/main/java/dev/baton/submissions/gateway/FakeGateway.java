package dev.baton.submissions.gateway;

import dev.baton.submissions.model.GatewaySpec;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.Executor;
import java.util.concurrent.ThreadLocalRandom;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.LongAdder;
import java.util.function.Function;

/**
 * A gateway inside this process, for the demo and for tests: it counts and remembers what it was sent, and answers as it
 * was told to. The configuration knows {@code outcome} ({@code accepted} or {@code rejected:REASON}), {@code error_rate}
 * (0 to 1) and {@code delay} (milliseconds, or {@code 2s}).
 */
public final class FakeGateway implements Gateway {

    private static final int REMEMBERED = 20_000;

    private final LongAdder count = new LongAdder();
    private final Deque<GatewayCall> calls = new ArrayDeque<>();
    private volatile Function<GatewayCall, CompletableFuture<GatewayAnswer>> script;

    public FakeGateway() {
        this.script = call -> CompletableFuture.completedFuture(new GatewayAnswer.Accepted("fake"));
    }

    FakeGateway configuredBy(GatewaySpec spec) {
        GatewayAnswer answer = answer(spec);
        double errors = errorRate(spec);
        Duration delay = delay(spec);
        script = call -> later(
                delay,
                ThreadLocalRandom.current().nextDouble() < errors
                        ? new GatewayAnswer.Nonsense("the fake gateway was told to fail now and then")
                        : answer);
        return this;
    }

    static void check(GatewaySpec spec) {
        answer(spec);
        errorRate(spec);
        delay(spec);
    }

    /** Answers every call with what this returns. */
    public FakeGateway answering(Function<GatewayCall, GatewayAnswer> answer) {
        script = call -> CompletableFuture.completedFuture(answer.apply(call));
        return this;
    }

    /** Answers every call when this says so. */
    public FakeGateway answeringLater(Function<GatewayCall, CompletableFuture<GatewayAnswer>> answer) {
        script = answer;
        return this;
    }

    @Override
    public CompletableFuture<GatewayAnswer> send(GatewayCall call) {
        count.increment();
        synchronized (calls) {
            if (calls.size() == REMEMBERED) {
                calls.removeFirst();
            }
            calls.addLast(call);
        }
        return script.apply(call);
    }

    /** How many calls it has had. */
    public long count() {
        return count.sum();
    }

    /** The latest calls, oldest first. */
    public List<GatewayCall> calls() {
        synchronized (calls) {
            return new ArrayList<>(calls);
        }
    }

    /** The latest calls for one intent, oldest first. */
    public List<GatewayCall> calls(String intentId) {
        return calls().stream().filter(call -> call.intentId().equals(intentId)).toList();
    }

    private static CompletableFuture<GatewayAnswer> later(Duration delay, GatewayAnswer answer) {
        if (delay.isZero()) {
            return CompletableFuture.completedFuture(answer);
        }
        Executor after = CompletableFuture.delayedExecutor(delay.toMillis(), TimeUnit.MILLISECONDS);
        return CompletableFuture.supplyAsync(() -> answer, after);
    }

    private static GatewayAnswer answer(GatewaySpec spec) {
        String outcome = spec.options().getOrDefault("outcome", "accepted");
        if (outcome.equals("accepted")) {
            return new GatewayAnswer.Accepted("fake");
        }
        String reason = outcome.startsWith("rejected:") ? outcome.substring("rejected:".length()) : "";
        if (!HttpKind.isReason(reason)) {
            throw new IllegalArgumentException("gateway '" + spec.name() + "' has outcome '" + outcome
                    + "': use accepted, or rejected:REASON with a reason of small letters, digits and '_'");
        }
        return new GatewayAnswer.Rejected(reason);
    }

    private static double errorRate(GatewaySpec spec) {
        String rate = spec.options().getOrDefault("error_rate", "0");
        try {
            double value = Double.parseDouble(rate);
            if (value >= 0 && value <= 1) {
                return value;
            }
        } catch (NumberFormatException e) {
            throw new IllegalArgumentException(
                    "gateway '" + spec.name() + "' has error_rate '" + rate + "': give a number from 0 to 1", e);
        }
        throw new IllegalArgumentException(
                "gateway '" + spec.name() + "' has error_rate " + rate + ": it must be from 0 to 1");
    }

    private static Duration delay(GatewaySpec spec) {
        String delay = spec.options().getOrDefault("delay", "0");
        try {
            return delay.matches("\\d+") ? Duration.ofMillis(Long.parseLong(delay)) : Duration.parse(iso(delay));
        } catch (java.time.DateTimeException | NumberFormatException e) {
            throw new IllegalArgumentException(
                    "gateway '" + spec.name() + "' has delay '" + delay + "': give one like 2s or 500ms", e);
        }
    }

    private static String iso(String delay) {
        return delay.endsWith("ms")
                ? "PT" + Long.parseLong(delay.substring(0, delay.length() - 2)) / 1000.0 + "S"
                : delay.startsWith("PT") ? delay : "PT" + delay;
    }
}
