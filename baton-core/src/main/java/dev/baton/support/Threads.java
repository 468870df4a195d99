package dev.baton.support;

/** Threads that never keep a process alive. */
public final class Threads {

    private Threads() {}

    public static Thread daemon(String name, Runnable task) {
        Thread thread = new Thread(task, name);
        thread.setDaemon(true);
        return thread;
    }
}
