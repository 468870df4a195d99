package dev.baton.shards;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.PriorityQueue;
import java.util.Random;
import java.util.TreeMap;

/**
 * What nodes write for the keys of their shards, in virtual time: a write reaches the database later than it was sent, now and then much
 * later, whatever has become of its node and its term by then. There the fence of its shard lets it pass or not, and by what passes
 * nobody's work is followed by that of an earlier term or layout.
 */
final class SimulatedWrites {

    private static final int TICKS_BETWEEN = 20;
    private static final int SELDOM = 10;
    private static final int SOON = 200;
    private static final int LATE = 12_000;

    /** One transaction. */
    private record Write(SimulatedNode node, int shard, Layout layout, long epoch, String key, long arrives) {

        boolean isAfter(Write other) {
            int layouts = Long.compare(layout.number(), other.layout().number());
            return layouts > 0 || (layouts == 0 && epoch >= other.epoch());
        }

        @Override
        public String toString() {
            return "one of " + node.name() + " in layout " + layout.number() + " and epoch " + epoch;
        }
    }

    private final GroupWorld world;

    /** Its own, so that the same things happen to a group whether anybody writes or not. */
    private final Random random;

    private final PriorityQueue<Write> underWay = new PriorityQueue<>(Comparator.comparingLong(Write::arrives));
    private final Map<Integer, Map<Integer, List<String>>> keys = new HashMap<>();
    private final Map<String, Write> latestOfKey = new HashMap<>();
    private final Map<Integer, Write> latestOfShard = new TreeMap<>();

    SimulatedWrites(GroupWorld world, long seed) {
        this.world = world;
        this.random = new Random(~seed);
    }

    /** What the work of a shard does: it writes now and then. */
    void work(SimulatedNode node, int shard, Layout layout, long epoch) {
        if (random.nextInt(TICKS_BETWEEN) == 0) {
            List<String> own = keysOf(layout, shard);
            String key = own.isEmpty() ? "" : own.get(random.nextInt(own.size()));
            long takes = random.nextInt(random.nextInt(SELDOM) == 0 ? LATE : SOON);
            underWay.add(new Write(node, shard, layout, epoch, key, world.now() + takes));
        }
    }

    private List<String> keysOf(Layout layout, int shard) {
        return keys.computeIfAbsent(layout.shards(), none -> byShard(layout)).getOrDefault(shard, List.of());
    }

    private static Map<Integer, List<String>> byShard(Layout layout) {
        Map<Integer, List<String>> found = new HashMap<>();
        KeyLedger.KEYS.forEach(key -> found.computeIfAbsent(layout.shardOf(key), none -> new ArrayList<>())
                .add(key));
        return found;
    }

    /** What has reached the database by now. */
    void arrive() {
        while (!underWay.isEmpty() && underWay.peek().arrives() <= world.now()) {
            Write write = underWay.remove();
            if (passes(write)) {
                commit(write);
            }
        }
    }

    private boolean passes(Write write) {
        SimulatedRole role = world.role(write.shard());
        if (write.shard() == 0 && world.has(PlantedBug.ONE_SHARD_WITHOUT_FENCE)) {
            return true;
        }
        if (world.has(PlantedBug.FENCE_OF_THE_NODE)) {
            return role.isHeldBy(write.node());
        }
        return role.isCurrent(write.node(), write.epoch());
    }

    private void commit(Write write) {
        Write last = latestOfShard.put(write.shard(), write);
        if (last != null && last.epoch() > write.epoch()) {
            world.violated("for shard " + write.shard() + " " + write + " was let pass after " + last);
        }
        Write before = write.key().isEmpty() ? null : latestOfKey.put(write.key(), write);
        if (before != null && !write.isAfter(before)) {
            world.violated("for key " + write.key() + " " + write + " was let pass after " + before);
        }
    }

    /** The shards for which nothing has been let pass since then. */
    List<String> noneSince(long then) {
        List<String> found = new ArrayList<>();
        for (int shard = 0; shard < world.state().layout().shards(); shard++) {
            Write last = latestOfShard.get(shard);
            if (last == null || last.arrives() < then) {
                found.add("nothing is written for shard " + shard);
            }
        }
        return found;
    }
}
