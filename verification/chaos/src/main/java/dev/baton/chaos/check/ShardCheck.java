package dev.baton.chaos.check;

import dev.baton.shards.Layout;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.NavigableMap;
import java.util.TreeMap;

/** What must hold of a divided role, whatever happened to its processes. */
public final class ShardCheck {

    private final List<ShardSight> sights;
    private final List<ShardRow> rows;
    private final List<ShardGrant> grants;

    public ShardCheck(List<ShardSight> sights, List<ShardRow> rows, List<ShardGrant> grants) {
        this.sights = sights;
        this.rows = rows.stream()
                .sorted(Comparator.comparingLong(ShardRow::committed)
                        .thenComparingLong(ShardRow::layout)
                        .thenComparingLong(ShardRow::epoch))
                .toList();
        this.grants = grants;
    }

    public List<Finding> findings(List<ShardCalm> calms) {
        return List.of(
                oneHolder(),
                gatesApart(),
                layoutsApart(),
                epochsGrow(),
                noneAfterGrant(),
                keysGoForward(),
                rightShard(),
                even(calms));
    }

    /** From when to when something was seen open. */
    private static final class Window {
        private long first = Long.MAX_VALUE;
        private long last = Long.MIN_VALUE;

        void add(ShardSight sight) {
            first = Math.min(first, sight.after());
            last = Math.max(last, sight.before());
        }

        boolean isBefore(Window next) {
            return last <= next.first;
        }

        long overlapMillis(Window next) {
            return (last - next.first) / 1_000_000;
        }
    }

    private Finding oneHolder() {
        Tally tally = new Tally("One holder per shard and epoch");
        Map<String, String> holders = new HashMap<>();
        for (ShardGrant grant : grants) {
            String before = holders.put(grant.shard() + " " + grant.epoch(), grant.holder());
            tally.expect(before == null, grant + " was granted before, to " + before);
        }
        for (ShardRow row : rows) {
            String holder = holders.get(row.shard() + " " + row.epoch());
            tally.expect(row.holder().equals(holder), row + " is not by the holder of its epoch, " + holder);
        }
        for (ShardSight sight : sights) {
            String holder = holders.get(sight.shard() + " " + sight.epoch());
            tally.expect(sight.holder().equals(holder), sight + " is not of the holder of its epoch, " + holder);
        }
        return tally.finding();
    }

    private Finding gatesApart() {
        Tally tally = new Tally("No shard was led twice: gates of its terms never overlapped");
        Map<Integer, NavigableMap<Long, Window>> terms = new TreeMap<>();
        for (ShardSight sight : sights) {
            terms.computeIfAbsent(sight.shard(), shard -> new TreeMap<>())
                    .computeIfAbsent(sight.epoch(), epoch -> new Window())
                    .add(sight);
        }
        terms.forEach((shard, byEpoch) -> inTurn(tally, "shard " + shard + ", epoch ", byEpoch));
        return tally.finding();
    }

    /** So no key is worked on by two shards of different layouts at once. */
    private Finding layoutsApart() {
        Tally tally = new Tally("All shards of a layout ended before one of the next began");
        NavigableMap<Long, Window> layouts = new TreeMap<>();
        for (ShardSight sight : sights) {
            layouts.computeIfAbsent(sight.layout(), layout -> new Window()).add(sight);
        }
        inTurn(tally, "layout ", layouts);
        return tally.finding();
    }

    private static void inTurn(Tally tally, String what, NavigableMap<Long, Window> windows) {
        for (Map.Entry<Long, Window> next : windows.entrySet()) {
            tally.checked();
            for (Map.Entry<Long, Window> before : windows.headMap(next.getKey()).entrySet()) {
                if (!before.getValue().isBefore(next.getValue())) {
                    tally.violation(what + before.getKey() + " was still open when " + next.getKey() + " was, "
                            + before.getValue().overlapMillis(next.getValue()) + " ms later");
                }
            }
        }
    }

    private Finding epochsGrow() {
        Tally tally = new Tally("Epochs of a shard never decrease in commit order");
        Map<Integer, ShardRow> latest = new HashMap<>();
        for (ShardRow row : rows) {
            ShardRow before = latest.put(row.shard(), row);
            tally.expect(before == null || before.epoch() <= row.epoch(), row + " was committed after " + before);
        }
        return tally.finding();
    }

    private Finding noneAfterGrant() {
        Tally tally = new Tally("No commit of an epoch after the grant of a later one");
        Map<Integer, NavigableMap<Long, ShardGrant>> granted = new HashMap<>();
        for (ShardGrant grant : grants) {
            granted.computeIfAbsent(grant.shard(), shard -> new TreeMap<>()).put(grant.epoch(), grant);
        }
        for (ShardRow row : rows) {
            var next = granted.getOrDefault(row.shard(), new TreeMap<>()).higherEntry(row.epoch());
            tally.expect(
                    next == null || row.committed() < next.getValue().committed(),
                    row + " was committed after " + (next == null ? "" : next.getValue()));
        }
        return tally.finding();
    }

    private Finding keysGoForward() {
        Tally tally = new Tally("Per key, layout and then epoch never decrease in commit order");
        Map<String, ShardRow> latest = new HashMap<>();
        for (ShardRow row : rows) {
            ShardRow before = latest.put(row.key(), row);
            tally.expect(
                    before == null
                            || before.layout() < row.layout()
                            || (before.layout() == row.layout() && before.epoch() <= row.epoch()),
                    row + " was committed after " + before);
        }
        return tally.finding();
    }

    private Finding rightShard() {
        Tally tally = new Tally("Every key was worked on by its shard, and a layout has one number of shards");
        Map<Long, Integer> numbers = new HashMap<>();
        for (ShardRow row : rows) {
            Integer before = numbers.putIfAbsent(row.layout(), row.shards());
            boolean one = before == null || before == row.shards();
            tally.expect(
                    one && new Layout(row.layout(), row.shards()).shardOf(row.key()) == row.shard(),
                    row + " is not of its key's shard; this layout had " + before + " shards before");
        }
        return tally.finding();
    }

    private static Finding even(List<ShardCalm> calms) {
        Tally tally = new Tally("Shares became even when nothing happened any more");
        List<Long> times = new ArrayList<>();
        for (ShardCalm calm : calms) {
            tally.expect(
                    calm.wrong().isEmpty(), calm.after() + ": after " + calm.millis() / 1_000 + " s " + calm.wrong());
            times.add(calm.millis());
        }
        times.sort(Comparator.naturalOrder());
        if (!times.isEmpty()) {
            tally.note("ms until then: median " + times.get(times.size() / 2) + ", longest "
                    + times.get(times.size() - 1));
        }
        return tally.finding();
    }
}
