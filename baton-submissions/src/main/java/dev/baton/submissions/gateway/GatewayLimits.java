package dev.baton.submissions.gateway;

import java.time.Duration;
import java.util.OptionalDouble;
import java.util.OptionalInt;

/**
 * What a leader does to one gateway at most. Not part of the contract: it may change at any time.
 *
 * @param concurrency calls under way at once; the executor's own concurrency if empty
 * @param perSecond calls begun per second
 * @param failureRate percentage of errors, among the last {@code window} calls, at which the circuit breaker opens
 * @param window how many calls it judges by
 * @param pause how long it then stays open
 */
public record GatewayLimits(
        OptionalInt concurrency, OptionalDouble perSecond, float failureRate, int window, Duration pause) {

    /** No limits of its own; the breaker opens for 10 s when 20 calls of which 80 % failed. */
    public static final GatewayLimits DEFAULT =
            new GatewayLimits(OptionalInt.empty(), OptionalDouble.empty(), 80, 20, Duration.ofSeconds(10));

    public GatewayLimits {
        if (concurrency.isPresent() && concurrency.getAsInt() < 1) {
            throw new IllegalArgumentException(
                    "a gateway's concurrency must be at least 1, got " + concurrency.getAsInt());
        }
        if (perSecond.isPresent() && !(perSecond.getAsDouble() > 0)) {
            throw new IllegalArgumentException(
                    "a gateway's rate must be above 0 per second, got " + perSecond.getAsDouble());
        }
        if (!(failureRate > 0 && failureRate <= 100) || window < 1 || pause.isNegative() || pause.isZero()) {
            throw new IllegalArgumentException("a circuit breaker needs a failure rate of 0 to 100 %, a window of at"
                    + " least 1 call and a pause, got " + failureRate + ", " + window + " and " + pause);
        }
    }

    public GatewayLimits concurrency(int most) {
        return new GatewayLimits(OptionalInt.of(most), perSecond, failureRate, window, pause);
    }

    public GatewayLimits perSecond(double most) {
        return new GatewayLimits(concurrency, OptionalDouble.of(most), failureRate, window, pause);
    }

    public GatewayLimits breaker(float rate, int calls, Duration openFor) {
        return new GatewayLimits(concurrency, perSecond, rate, calls, openFor);
    }
}
