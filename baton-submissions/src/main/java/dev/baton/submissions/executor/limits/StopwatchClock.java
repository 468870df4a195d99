package dev.baton.submissions.executor.limits;

import dev.baton.support.Stopwatch;
import java.time.Clock;
import java.time.Instant;
import java.time.ZoneId;
import java.time.ZoneOffset;

/** The stopwatch for libraries that ask for a clock: an open breaker does not stay open when the wall clock is set back. */
final class StopwatchClock extends Clock {

    private final Stopwatch time;

    StopwatchClock(Stopwatch time) {
        this.time = time;
    }

    @Override
    public Instant instant() {
        return Instant.EPOCH.plusNanos(time.elapsed());
    }

    @Override
    public ZoneId getZone() {
        return ZoneOffset.UTC;
    }

    @Override
    public Clock withZone(ZoneId zone) {
        return this;
    }
}
