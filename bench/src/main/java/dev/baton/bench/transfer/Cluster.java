package dev.baton.bench.transfer;

import com.zaxxer.hikari.HikariDataSource;
import dev.baton.Campaign;
import dev.baton.Strategy;
import dev.baton.bench.Pause;
import dev.baton.bench.postgres.DurablePostgres;
import dev.baton.bench.postgres.LockQueue;
import dev.baton.bench.process.GateLog;
import dev.baton.sql.Baton;
import dev.baton.sql.Candidacy;
import dev.baton.sql.dialect.RoleKeys;
import java.sql.SQLException;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;

/** Several nodes in this process, each with its own pool, that stand for one role. */
public final class Cluster implements AutoCloseable {

    private static final Duration PATIENCE = Duration.ofSeconds(30);
    private static final String ROLE = "bench";

    private final Map<String, Campaign> campaigns = new LinkedHashMap<>();
    private final Deque<AutoCloseable> open = new ArrayDeque<>();
    private final Terms terms = new Terms();
    private final LockQueue queue;
    private Terms.Term current;

    Cluster(DurablePostgres postgres, int size, Strategy strategy) throws SQLException, InterruptedException {
        queue = new LockQueue(postgres, RoleKeys.scopeKey("baton", ROLE));
        for (int i = 1; i <= size; i++) {
            String node = "node-" + i;
            HikariDataSource pool = postgres.pool(5);
            Baton baton = Baton.on(pool).node(node).start();
            Campaign campaign = baton.campaign(Candidacy.of(ROLE).with(strategy));
            GateLog log = new GateLog(campaign, terms.of(node));
            campaigns.put(node, campaign);
            List.of(pool, baton, log).forEach(open::push);
        }
        current = terms.after(0, PATIENCE);
    }

    /** Hands the role to the node that came last to the queue; nanoseconds between the two gates. */
    long transfer() throws Exception {
        List<String> queued = awaitQueue();
        String successor = node(queued.get(queued.size() - 1));
        Terms.Term before = current;
        CompletableFuture<Void> done = requestTransfer(campaigns.get(before.node), successor);
        current = terms.after(before.epoch, PATIENCE);
        long gap = terms.gap(before, current, PATIENCE);
        if (!current.node.equals(successor) || current.epoch != before.epoch + 1) {
            throw new IllegalStateException(
                    current.node + " leads under epoch " + current.epoch + " instead of " + successor);
        }
        done.join();
        return checked(gap);
    }

    /** A node that has just come back is known as a candidate a moment later. */
    private static CompletableFuture<Void> requestTransfer(Campaign leader, String successor)
            throws InterruptedException {
        CompletableFuture<Void> done = leader.transferTo(successor);
        for (int i = 0; i < 100 && done.isCompletedExceptionally(); i++) {
            Pause.of(Duration.ofMillis(50));
            done = leader.transferTo(successor);
        }
        return done;
    }

    /** Leaves the role to whoever comes first; nanoseconds between the two gates. */
    long release() throws Exception {
        awaitQueue();
        Terms.Term before = current;
        Campaign leaving = campaigns.get(before.node);
        leaving.drain().join();
        current = terms.after(before.epoch, PATIENCE);
        long gap = terms.gap(before, current, PATIENCE);
        leaving.undrain();
        return checked(gap);
    }

    private static long checked(long gap) {
        if (gap < 0) {
            throw new IllegalStateException("two gates were open together");
        }
        return gap;
    }

    private List<String> awaitQueue() throws Exception {
        Pause.until("all others to queue", PATIENCE, () -> queue.waiting().size() == campaigns.size() - 1);
        return queue.waiting();
    }

    /** Sessions are called {@code baton <role> <node>}. */
    private static String node(String session) {
        return session.substring(session.lastIndexOf(' ') + 1);
    }

    @Override
    public void close() throws Exception {
        while (!open.isEmpty()) {
            open.pop().close();
        }
        queue.close();
    }
}
