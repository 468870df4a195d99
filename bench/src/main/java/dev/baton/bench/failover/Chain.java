package dev.baton.bench.failover;

import dev.baton.bench.Pause;
import dev.baton.bench.postgres.DurablePostgres;
import dev.baton.bench.postgres.LockQueue;
import dev.baton.bench.process.BareMain;
import dev.baton.bench.process.Child;
import dev.baton.bench.process.NodeMain;
import java.io.IOException;
import java.sql.SQLException;
import java.time.Duration;

/** Two processes, one that has the lock and one that waits for it; whoever is killed is replaced. */
public final class Chain implements AutoCloseable {

    private static final Duration PATIENCE = Duration.ofSeconds(60);
    private static final Duration SETTLE = Duration.ofMillis(300);

    /** Starts one more process that waits for the lock. */
    interface Launcher {
        Child launch(int number) throws IOException;
    }

    private final Launcher launcher;
    private final String won;
    private final LockQueue queue;
    private int launched;
    private Child leader;
    private Child follower;

    private Chain(Launcher launcher, String won, LockQueue queue) {
        this.launcher = launcher;
        this.won = won;
        this.queue = queue;
    }

    /** Bare connections: the floor. */
    public static Chain bare(DurablePostgres postgres, long key) throws Exception {
        Launcher launcher = number -> Child.start(BareMain.class, postgres.url(), Long.toString(key));
        return begin(new Chain(launcher, "GRANTED", new LockQueue(postgres, key)));
    }

    /** Baton nodes. */
    static Chain of(DurablePostgres postgres, Timings timings) throws Exception {
        return of(postgres, timings, postgres.url());
    }

    /** Baton nodes, the first of which goes by another way to the database. */
    static Chain of(DurablePostgres postgres, Timings timings, String firstUrl) throws Exception {
        Launcher launcher = number -> Child.start(
                NodeMain.class, timings.arguments(number == 0 ? firstUrl : postgres.url(), "node-" + number));
        return begin(new Chain(launcher, "OPEN", new LockQueue(postgres, timings.lockKey())));
    }

    private static Chain begin(Chain chain) throws Exception {
        chain.leader = chain.launch();
        chain.leader.await(chain.won, PATIENCE);
        chain.replenish();
        return chain;
    }

    private Child launch() throws IOException {
        return launcher.launch(launched++);
    }

    /** If there is none: a new follower, blocked inside the database, and a quiet moment. */
    private void replenish() throws Exception {
        if (follower != null) {
            return;
        }
        follower = launch();
        Pause.until("a blocked follower", PATIENCE, () -> !queue.waiting().isEmpty());
        Pause.of(SETTLE);
    }

    /** Kill -9 of the leader to the follower's success, in nanoseconds. */
    public long kill() throws Exception {
        replenish();
        long killed = System.nanoTime();
        leader.kill();
        long taken = follower.await(won, PATIENCE).at() - killed;
        leader.close();
        leader = follower;
        follower = null;
        return taken;
    }

    Child leader() {
        return leader;
    }

    Child follower() {
        return follower;
    }

    @Override
    public void close() throws SQLException {
        if (follower != null) {
            follower.close();
        }
        if (leader != null) {
            leader.close();
        }
        queue.close();
    }
}
