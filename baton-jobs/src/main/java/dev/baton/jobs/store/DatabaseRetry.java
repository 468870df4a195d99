package dev.baton.jobs.store;

import dev.baton.sql.dialect.Dialect;
import io.github.resilience4j.circuitbreaker.CallNotPermittedException;
import io.github.resilience4j.circuitbreaker.CircuitBreaker;
import io.github.resilience4j.circuitbreaker.CircuitBreakerConfig;
import io.github.resilience4j.core.IntervalFunction;
import io.github.resilience4j.retry.Retry;
import io.github.resilience4j.retry.RetryConfig;
import java.sql.SQLException;
import java.sql.SQLTransientConnectionException;
import java.time.Duration;
import java.util.Optional;
import java.util.function.Supplier;

/**
 * Retries with growing, jittered pauses where an error may be gone a moment later, and a
 * circuit breaker that spares a database that is down. Around statements that can be sent twice without harm; never
 * around election, fence or heartbeat.
 */
public final class DatabaseRetry {

    private static final int ATTEMPTS = 5;
    private static final Duration FIRST = Duration.ofMillis(50);
    private static final Duration LONGEST = Duration.ofSeconds(2);
    private static final Duration OPEN = Duration.ofSeconds(1);

    private final TransientErrors errors;
    private final CircuitBreaker breaker;
    private final Retry retry;

    /** @param dialect of the database, as soon as it has answered */
    public DatabaseRetry(Supplier<Optional<Dialect>> dialect) {
        this.errors = new TransientErrors(dialect);
        this.breaker = CircuitBreaker.of(
                "baton-jobs",
                CircuitBreakerConfig.custom()
                        .slidingWindowSize(10)
                        .minimumNumberOfCalls(5)
                        .failureRateThreshold(60)
                        .waitDurationInOpenState(OPEN)
                        .permittedNumberOfCallsInHalfOpenState(2)
                        .recordException(errors::isOutage)
                        .build());
        this.retry = Retry.of(
                "baton-jobs",
                RetryConfig.custom()
                        .maxAttempts(ATTEMPTS)
                        .intervalFunction(IntervalFunction.ofExponentialRandomBackoff(FIRST, 2.0, 0.5, LONGEST))
                        .retryOnException(errors::isTransient)
                        .build());
    }

    /** Whether the same may work a moment later. */
    public boolean isTransient(Throwable error) {
        return errors.isTransient(error);
    }

    /** What is guarded. */
    @FunctionalInterface
    public interface Call<T> {
        T run() throws SQLException;
    }

    /** Tries up to five times, with pauses in between. */
    public <T> T callWithRetries(Call<T> call) throws SQLException {
        return checked(
                () -> retry.executeCheckedSupplier(() -> checked(() -> breaker.executeCheckedSupplier(call::run))));
    }

    /** Tries once, and not at all while the breaker is open: for loops that come round again by themselves. */
    public <T> T callOnce(Call<T> call) throws SQLException {
        return checked(() -> breaker.executeCheckedSupplier(call::run));
    }

    /** What the library calls: it declares {@code Throwable}. */
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
