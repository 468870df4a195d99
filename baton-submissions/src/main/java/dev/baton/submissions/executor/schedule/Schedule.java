package dev.baton.submissions.executor.schedule;

import dev.baton.submissions.store.Due;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.NavigableMap;
import java.util.Set;
import java.util.TreeMap;

/** What waits, in a lane for each gateway, and what is under way. Used by the leader's thread only. */
public final class Schedule {

    private final int window;
    private final NavigableMap<String, GatewayWindow> lanes = new TreeMap<>();
    private final Set<String> underWay = new HashSet<>();
    private final Set<String> refused = new HashSet<>();
    private volatile int size;

    public Schedule(int window) {
        this.window = window;
    }

    public Map<String, GatewayWindow> lanes() {
        return lanes;
    }

    /** All lanes, beginning with the one that comes after this one: whoever was served last is served last again. */
    public List<Map.Entry<String, GatewayWindow>> lanesAfter(String name) {
        List<Map.Entry<String, GatewayWindow>> inTurn =
                new ArrayList<>(lanes.tailMap(name, false).entrySet());
        inTurn.addAll(lanes.headMap(name, true).entrySet());
        return inTurn;
    }

    public GatewayWindow lane(String name) {
        return lanes.computeIfAbsent(name, n -> new GatewayWindow(window));
    }

    public void load(Due due, long now) {
        offer(WaitingIntent.of(due, now));
    }

    public void offer(WaitingIntent entry) {
        if (!underWay.contains(entry.intentId()) && !refused.contains(entry.intentId())) {
            lane(entry.lane()).offer(entry);
        }
    }

    public void reload(String name, List<Due> head, long now) {
        GatewayWindow lane = lane(name);
        List<WaitingIntent> entries = head.stream()
                .filter(due -> !underWay.contains(due.intentId()) && !refused.contains(due.intentId()))
                .map(due -> WaitingIntent.of(due, now))
                .toList();
        boolean complete = head.size() < lane.capacity();
        lane.reload(
                entries,
                complete ? GatewayWindow.EVERYTHING : head.get(head.size() - 1).dueMicros());
    }

    public void begin(String intentId) {
        underWay.add(intentId);
    }

    public void end(String intentId) {
        underWay.remove(intentId);
    }

    /** Never again in this term: the database refuses to start it. */
    public void refuse(String intentId) {
        refused.add(intentId);
    }

    /** How many intents are in the window, for gauges; may be read by any thread. */
    public int size() {
        return size;
    }

    public void count() {
        size = lanes.values().stream().mapToInt(GatewayWindow::size).sum();
    }
}
