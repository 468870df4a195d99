package dev.baton.jobs.store;

import io.github.resilience4j.circuitbreaker.CallNotPermittedException;
import io.github.resilience4j.circuitbreaker.CircuitBreaker;
import io.github.resilience4j.circuitbreaker.CircuitBreakerConfig;
import io.github.resilience4j.core.IntervalFunction;
import io.github.resilience4j.retry.Retry;
import io.github.resilience4j.retry.RetryConfig;
import java.sql.SQLException;
import java.sql.SQLTransientConnectionException;
import java.time.Duration;

/**
 * Patience with the database: retries with growing, jittered pauses where an error may be gone a moment later, and a
 * circuit breaker that spares a database that is down. Around statements that can be sent twice without harm; never
 * around election, fence or heartbeat.
 */
public final class Guard {

    private static final int ATTEMPTS = 5;
    private static final Duration FIRST = Duration.ofMillis(50);
    private static final Duration LONGEST = Duration.ofSeconds(2);
    private static final Duration OPEN = Duration.ofSeconds(1);

    private final CircuitBreaker breaker = CircuitBreaker.of(
            "baton-jobs",
            CircuitBreakerConfig.custom()
                    .slidingWindowSize(10)
                    .minimumNumberOfCalls(5)
                    .failureRateThreshold(60)
                    .waitDurationInOpenState(OPEN)
                    .permittedNumberOfCallsInHalfOpenState(2)
                    .recordException(TransientErrors::isOutage)
                    .build());

    private final Retry retry = Retry.of(
            "baton-jobs",
            RetryConfig.custom()
                    .maxAttempts(ATTEMPTS)
                    .intervalFunction(IntervalFunction.ofExponentialRandomBackoff(FIRST, 2.0, 0.5, LONGEST))
                    .retryOnException(TransientErrors::isTransient)
                    .build());

    /** What is guarded. */
    @FunctionalInterface
    public interface Call<T> {
        T run() throws SQLException;
    }

    /** Tries a few times. */
    public <T> T patiently(Call<T> call) throws SQLException {
        return checked(
                () -> retry.executeCheckedSupplier(() -> checked(() -> breaker.executeCheckedSupplier(call::run))));
    }

    /** Tries once, if there is any hope: for loops that come back by themselves. */
    public <T> T once(Call<T> call) throws SQLException {
        return checked(() -> breaker.executeCheckedSupplier(call::run));
    }

    /** Something that throws whatever. */
    @FunctionalInterface
    private interface Any<T> {
        T run() throws Throwable;
    }

    private static <T> T checked(Any<T> any) throws SQLException {
        try {
            return any.run();
        } catch (SQLException | RuntimeException | Error e) {
            if (e instanceof CallNotPermittedException) {
                throw new SQLTransientConnectionException(
                        "the database was out of reach a moment ago: not asked again before the pause is over",
                        "08001",
                        e);
            }
            throw e;
        } catch (Throwable e) {
            throw new SQLException(e);
        }
    }
}
