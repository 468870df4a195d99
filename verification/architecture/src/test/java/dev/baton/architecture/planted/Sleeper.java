package dev.baton.architecture.planted;

/** Sleeps. */
public final class Sleeper {
    private Sleeper() {}

    static void pause() throws InterruptedException {
        Thread.sleep(1);
    }
}
