package dev.baton.bench.locks;

/** One lock, taken and given back again and again by one thread. */
interface Pair extends AutoCloseable {

    /** Takes the lock and gives it back; throws if either did not happen. */
    void lockAndUnlock() throws Exception;

    @Override
    default void close() throws Exception {}

    /** Fails unless this happened. */
    static void must(boolean happened, String what) {
        if (!happened) {
            throw new IllegalStateException(what + " did not happen");
        }
    }
}
