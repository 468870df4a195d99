package dev.baton.support;

import java.util.concurrent.Executor;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.ThreadFactory;
import java.util.concurrent.ThreadPoolExecutor;
import java.util.concurrent.TimeUnit;

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

    /**
     * For what a whole process shares: at most so many threads, however much there is to do. They end when nobody needs them.
     */
    public static Executor shared(String name, int most) {
        ThreadPoolExecutor threads =
                new ThreadPoolExecutor(most, most, 10, TimeUnit.SECONDS, new LinkedBlockingQueue<>(), unrelated(name));
        threads.allowCoreThreadTimeOut(true);
        return threads;
    }

    /** The same for what a whole process shares: such a thread inherits nothing from whoever happened to need it first. */
    public static ThreadFactory unrelated(String name) {
        return task -> {
            Thread thread = new Thread(null, task, name, 0, false);
            thread.setDaemon(true);
            thread.setContextClassLoader(ClassLoader.getSystemClassLoader());
            return thread;
        };
    }
}
