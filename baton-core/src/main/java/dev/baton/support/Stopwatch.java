package dev.baton.support;

/** Monotonic time since some fixed moment, in nanoseconds. The only local time that an election knows. */
@FunctionalInterface
public interface Stopwatch {
    long elapsed();

    /** This process's stopwatch. */
    static Stopwatch system() {
        return SystemStopwatch.INSTANCE;
    }

    /** Origin in the past of every reading, so that readings never wrap and compare as plain numbers. */
    final class SystemStopwatch implements Stopwatch {
        static final long ORIGIN = System.nanoTime();
        private static final SystemStopwatch INSTANCE = new SystemStopwatch();

        private SystemStopwatch() {}

        @Override
        public long elapsed() {
            return System.nanoTime() - ORIGIN;
        }
    }

    /** A reading of the system stopwatch as {@link System#nanoTime()} would show it, for logs of several processes. */
    static long toNanoTime(long elapsed) {
        return SystemStopwatch.ORIGIN + elapsed;
    }
}
