package dev.baton.bench.fence;

import dev.baton.LeaderToken;
import dev.baton.NotLeaderException;
import dev.baton.bench.Pause;
import dev.baton.sql.Baton;
import java.sql.SQLException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.AtomicLong;

/** Threads that write fenced transactions without a pause, under whichever token was named last. */
final class FollowingWriters implements AutoCloseable {

    private static final Duration REFUSED = Duration.ofMillis(1);

    private record Office(Baton baton, LeaderToken token) {}

    private final int rows;
    private final List<Thread> threads = new ArrayList<>();
    private final AtomicLong written = new AtomicLong();
    private final AtomicLong refused = new AtomicLong();
    private volatile Office office;
    private volatile boolean closed;

    FollowingWriters(int count, int rows) {
        this.rows = rows;
        for (int i = 0; i < count; i++) {
            Thread thread = new Thread(this::run, "writer-" + i);
            thread.setDaemon(true);
            threads.add(thread);
        }
    }

    void follow(Baton baton, LeaderToken token) {
        office = new Office(baton, token);
        if (threads.get(0).getState() == Thread.State.NEW) {
            threads.forEach(Thread::start);
        }
    }

    private void run() {
        try {
            while (!closed) {
                write(office);
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    private void write(Office now) throws InterruptedException {
        try {
            now.baton.fenced(now.token, connection -> Writers.insert(connection, rows));
            written.incrementAndGet();
        } catch (NotLeaderException e) {
            refused.incrementAndGet();
            Pause.of(REFUSED);
        } catch (SQLException e) {
            if (!closed) {
                throw new IllegalStateException("a fenced write failed", e);
            }
        }
    }

    long written() {
        return written.get();
    }

    long refused() {
        return refused.get();
    }

    @Override
    public void close() throws InterruptedException {
        closed = true;
        for (Thread thread : threads) {
            thread.join();
        }
    }
}
