package dev.baton.testkit;

import dev.baton.LeaderGate;
import java.util.List;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.atomic.AtomicReference;
import java.util.concurrent.locks.LockSupport;

/**
 * Looks for two gates of one role that are open together, twenty times in a millisecond. What it reports is certain: the first gate
 * was seen open before and after the second one was.
 */
public final class OverlapWatch implements AutoCloseable {

    private static final long PAUSE = 50_000;

    private final List<LeaderGate> gates;
    private final AtomicReference<String> overlap = new AtomicReference<>("");
    private final AtomicLong looks = new AtomicLong();
    private final Thread thread = new Thread(this::watch, "overlap-watch");
    private volatile boolean closed;

    private OverlapWatch(List<LeaderGate> gates) {
        this.gates = gates;
    }

    public static OverlapWatch over(List<LeaderGate> gates) {
        OverlapWatch watch = new OverlapWatch(List.copyOf(gates));
        watch.thread.setDaemon(true);
        watch.thread.start();
        return watch;
    }

    private void watch() {
        while (!closed) {
            for (int i = 0; i < gates.size(); i++) {
                look(i);
            }
            looks.incrementAndGet();
            LockSupport.parkNanos(PAUSE);
        }
    }

    private void look(int i) {
        if (!gates.get(i).isLeader()) {
            return;
        }
        for (int j = 0; j < gates.size(); j++) {
            if (j != i && gates.get(j).isLeader() && gates.get(i).isLeader()) {
                overlap.set("the gates of instances " + i + " and " + j + " were open together");
            }
        }
    }

    /** What was seen until now, this very moment included; empty if nothing was. */
    public String overlap() {
        long now = looks.get();
        while (looks.get() < now + 2 && thread.isAlive()) {
            LockSupport.parkNanos(PAUSE);
        }
        return overlap.get();
    }

    @Override
    public void close() {
        closed = true;
    }
}
