package dev.baton.bench.locks;

import java.util.Optional;

/** Locks with names, as somebody offers them. Thread-safe. */
interface Locks extends AutoCloseable {

    /** Gives a lock back. */
    @FunctionalInterface
    interface Unlock {
        void run() throws Exception;
    }

    /** The lock, or empty if somebody has it. */
    Optional<Unlock> tryLock(String name) throws Exception;

    @Override
    default void close() throws Exception {}
}
