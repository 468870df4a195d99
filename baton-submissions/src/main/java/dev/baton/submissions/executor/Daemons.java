package dev.baton.submissions.executor;

/** Threads that never keep a process alive. */
final class Daemons {

    private Daemons() {}

    static Thread start(String name, Runnable task) {
        Thread thread = new Thread(task, name);
        thread.setDaemon(true);
        thread.start();
        return thread;
    }
}
