package dev.baton.server.node;

import dev.baton.LeaderGate;
import dev.baton.micrometer.ShardMetrics;
import dev.baton.shards.ShardGroup;
import dev.baton.shards.ShardGroups;
import dev.baton.support.Threads;
import java.sql.SQLException;
import java.time.Duration;
import java.util.Comparator;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
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

    /** The last node that was seen to lead a shard, by layout and role; used by the thread below only. */
    private final Map<String, String> leaders = new HashMap<>();

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
            leaders.clear(); // what moves meanwhile, another node counts
            return;
        }
        try {
            List<ShardGroup> running =
                    groups.list().stream().filter(ShardCount::shallRun).toList();
            metrics.counted(new ShardMetrics.Count(
                    running.stream()
                            .mapToLong(group -> group.withoutLeader().size())
                            .sum(),
                    running.stream()
                            .flatMap(group -> group.shards().stream())
                            .flatMap(led -> led.without().stream())
                            .max(Comparator.naturalOrder())
                            .orElse(Duration.ZERO),
                    running.stream().mapToLong(ShardCount::toMove).sum(),
                    running.stream().mapToLong(ShardGroup::uneven).sum(),
                    running.stream()
                            .flatMapToDouble(group -> group.skew().stream())
                            .max()
                            .orElse(Double.NaN)));
            Set<String> seen = new HashSet<>();
            metrics.moved(running.stream()
                    .filter(group -> !group.closing())
                    .mapToLong(group -> moved(group, seen))
                    .sum());
            leaders.keySet().retainAll(seen); // layouts come and go
        } catch (SQLException | RuntimeException e) {
            LOG.debug("cannot count shards now", e);
        }
    }

    /** How many shards are led by another node than last time. A shard of another layout is another shard. */
    private long moved(ShardGroup group, Set<String> seen) {
        long moved = 0;
        for (ShardGroup.Led led : group.shards()) {
            String shard = group.layout().number() + " " + led.place().role();
            seen.add(shard);
            String now = led.leader().map(row -> row.nodeId()).orElse(leaders.getOrDefault(shard, ""));
            String before = leaders.put(shard, now);
            moved += before == null || before.isEmpty() || before.equals(now) ? 0 : 1;
        }
        return moved;
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
