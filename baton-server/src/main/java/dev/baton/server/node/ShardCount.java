package dev.baton.server.node;

import dev.baton.LeaderGate;
import dev.baton.micrometer.ShardMetrics;
import dev.baton.shards.ShardGroup;
import dev.baton.shards.ShardGroups;
import dev.baton.support.Threads;
import java.sql.SQLException;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Counts the shards of all divided roles, for metrics and alerts, while this node leads the role that counts. */
final class ShardCount implements AutoCloseable {

    private static final Logger LOG = LoggerFactory.getLogger(ShardCount.class);
    private static final Duration ROUND = Duration.ofSeconds(5);

    /** Nodes that stop in order leave no row; those of which nothing was heard for so long are not coming back. */
    private static final Duration GIVEN_UP = Duration.ofDays(1);

    private final ShardGroups groups;
    private final LeaderGate gate;
    private final ShardMetrics metrics;
    private final ScheduledExecutorService thread =
            Executors.newSingleThreadScheduledExecutor(Threads.daemons("baton-shard-count"));

    /** @param gate of the role whose leader counts */
    ShardCount(ShardGroups groups, LeaderGate gate, ShardMetrics metrics) {
        this.groups = groups;
        this.gate = gate;
        this.metrics = metrics;
    }

    @SuppressWarnings("unused") // it ends with the executor
    void start() {
        var counting = thread.scheduleWithFixedDelay(this::count, 1, ROUND.toSeconds(), TimeUnit.SECONDS);
    }

    private void count() {
        if (!gate.isLeader()) {
            return;
        }
        try {
            List<ShardGroup> running =
                    groups.list().stream().filter(ShardCount::shallRun).toList();
            metrics.counted(
                    running.stream()
                            .mapToLong(group -> group.withoutLeader().size())
                            .sum(),
                    running.stream().mapToLong(ShardCount::toMove).sum());
        } catch (SQLException | RuntimeException e) {
            LOG.debug("cannot count shards now", e);
        }
    }

    private static boolean shallRun(ShardGroup group) {
        return group.nodes().stream().anyMatch(node -> node.silent().compareTo(GIVEN_UP) < 0);
    }

    private static long toMove(ShardGroup group) {
        return group.shards().stream()
                .filter(led -> led.leader()
                        .filter(row -> led.place()
                                .owner()
                                .filter(owner -> !owner.equals(row.nodeId()))
                                .isPresent())
                        .isPresent())
                .count();
    }

    @Override
    public void close() {
        thread.shutdownNow();
    }
}
