package dev.baton.bench.jobs;

import java.time.Duration;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.concurrent.locks.LockSupport;

/** What a server has worked, as the machine that it runs on accounts for it. */
interface ServerWork {

    /** Of a server that is none of this machine's, or not known. */
    ServerWork UNKNOWN = () -> new Reading(Optional.empty());

    /** How long its processors have worked since it was started, once it has nothing left to do. */
    Reading read();

    /** A moment. */
    record Reading(Optional<Duration> worked) {

        OptionalDouble microsSince(Reading earlier, int jobs) {
            return worked.isPresent() && earlier.worked.isPresent()
                    ? OptionalDouble.of(worked.get().minus(earlier.worked.get()).toNanos() / 1_000.0 / jobs)
                    : OptionalDouble.empty();
        }
    }

    /**
     * Of a process here. A server goes on after its answers, to clear away what was deleted, and would do so in the time of whoever
     * comes next: so until it rests.
     */
    static ServerWork of(ProcessHandle process) {
        return () -> {
            long until = System.nanoTime() + Duration.ofSeconds(30).toNanos();
            Optional<Duration> before = Optional.empty();
            Optional<Duration> now = process.info().totalCpuDuration();
            while (!now.equals(before) && System.nanoTime() < until) {
                LockSupport.parkNanos(Duration.ofMillis(200).toNanos());
                before = now;
                now = process.info().totalCpuDuration();
            }
            return new Reading(now);
        };
    }
}
