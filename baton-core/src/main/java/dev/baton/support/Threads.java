package dev.baton.support;

import java.util.concurrent.ThreadFactory;

/** Threads that never keep a process alive. */
public final class Threads {

    private Threads() {}

    public static Thread daemon(String name, Runnable task) {
        Thread thread = new Thread(task, name);
        thread.setDaemon(true);
        return thread;
    }

    /** For an executor: all its threads have this name. */
    public static ThreadFactory daemons(String name) {
        return task -> daemon(name, task);
    }
}
