package dev.baton.simulation;

import java.util.List;

/** Random numbers that depend on the seed alone (SplitMix64): the same on every machine and JDK. */
final class Dice {

    private static final long STEP = 0x9E3779B97F4A7C15L;

    private long state;

    /** The seed is mixed first: else the numbers of the next seed would be those of this one, without the first. */
    Dice(long seed) {
        this.state = mixed(seed * STEP + 0x1234567);
    }

    long next() {
        state += STEP;
        return mixed(state);
    }

    private static long mixed(long bits) {
        long z = (bits ^ (bits >>> 30)) * 0xBF58476D1CE4E5B9L;
        z = (z ^ (z >>> 27)) * 0x94D049BB133111EBL;
        return z ^ (z >>> 31);
    }

    int below(int bound) {
        return (int) ((next() >>> 33) % bound);
    }

    <T> T one(List<T> of) {
        return of.get(below(of.size()));
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
