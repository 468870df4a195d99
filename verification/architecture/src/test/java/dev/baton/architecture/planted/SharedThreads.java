package dev.baton.architecture.planted;

import java.util.concurrent.CompletableFuture;

/** Each takes a thread that all of a program shares. */
public final class SharedThreads {
    private SharedThreads() {}

    public static final class Runs {
        private Runs() {}

        static CompletableFuture<Void> later(Runnable task) {
            return CompletableFuture.runAsync(task);
        }
    }

    public static final class Supplies {
        private Supplies() {}

        static CompletableFuture<String> later() {
            return CompletableFuture.supplyAsync(() -> "");
        }
    }
}
