package dev.baton.simulation;

/** Random numbers that depend on the seed alone (SplitMix64): the same on every machine and JDK. */
final class Dice {

    private long state;

    Dice(long seed) {
        this.state = seed * 0x9E3779B97F4A7C15L + 0x1234567;
    }

    long next() {
        long z = state += 0x9E3779B97F4A7C15L;
        z = (z ^ (z >>> 30)) * 0xBF58476D1CE4E5B9L;
        z = (z ^ (z >>> 27)) * 0x94D049BB133111EBL;
        return z ^ (z >>> 31);
    }

    int below(int bound) {
        return (int) ((next() >>> 33) % bound);
    }

    double unit() {
        return (next() >>> 11) * 0x1.0p-53;
    }

    boolean chance(double probability) {
        return unit() < probability;
    }

    long between(long low, long high) {
        return low + (long) (unit() * (high - low));
    }
}
