package dev.baton.submissions.executor;

import dev.baton.submissions.store.Due;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;

/** What waits, in a lane for each gateway, and what is under way. Used by the leader's thread only. */
final class Schedule {

    private final int window;
    private final Map<String, Lane> lanes = new TreeMap<>();
    private final Set<String> underWay = new HashSet<>();
    private final Set<String> refused = new HashSet<>();
    private volatile int size;

    Schedule(int window) {
        this.window = window;
    }

    Map<String, Lane> lanes() {
        return lanes;
    }

    Lane lane(String name) {
        return lanes.computeIfAbsent(name, n -> new Lane(window));
    }

    void load(Due due, long now) {
        offer(Entry.of(due, now));
    }

    void offer(Entry entry) {
        if (!underWay.contains(entry.intentId()) && !refused.contains(entry.intentId())) {
            lane(entry.lane()).offer(entry);
        }
    }

    void reload(String name, List<Due> head, long now) {
        Lane lane = lane(name);
        List<Entry> entries = head.stream()
                .filter(due -> !underWay.contains(due.intentId()) && !refused.contains(due.intentId()))
                .map(due -> Entry.of(due, now))
                .toList();
        lane.reload(entries, head.size() < lane.capacity(), now);
    }

    void begin(String intentId) {
        underWay.add(intentId);
    }

    void end(String intentId) {
        underWay.remove(intentId);
    }

    /** Never again in this term: the database refuses to start it. */
    void refuse(String intentId) {
        refused.add(intentId);
    }

    /** How many intents are in the window, for gauges; may be read by any thread. */
    int size() {
        return size;
    }

    void count() {
        size = lanes.values().stream().mapToInt(Lane::size).sum();
    }
}
