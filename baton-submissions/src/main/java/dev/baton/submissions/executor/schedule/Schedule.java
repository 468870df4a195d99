package dev.baton.submissions.executor.schedule;

import dev.baton.submissions.store.Due;
import dev.baton.support.PassedOver;
import dev.baton.support.Stopwatch;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.NavigableMap;
import java.util.Set;
import java.util.TreeMap;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** What waits, in a lane for each gateway, and what is under way. Used by the leader's thread only. */
public final class Schedule {

    private static final Logger LOG = LoggerFactory.getLogger(Schedule.class);

    /** The database may change its mind, and a term may last for months. */
    private static final Duration REFUSED = Duration.ofMinutes(1);

    private final int window;
    private final NavigableMap<String, GatewayWindow> lanes = new TreeMap<>();
    private final Set<String> underWay = new HashSet<>();
    private final PassedOver<String> refused;
    private volatile int size;

    public Schedule(int window, Stopwatch time) {
        this.window = window;
        this.refused = new PassedOver<>(time, REFUSED);
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
        Set<String> passedOver = refused.all();
        List<WaitingIntent> entries = head.stream()
                .filter(due -> !underWay.contains(due.intentId()) && !passedOver.contains(due.intentId()))
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

    /** Not for a while: the database refuses to start it. */
    public void refuse(String intentId) {
        if (!refused.add(intentId)) {
            LOG.error("intent {} cannot be started, and too many others cannot either", intentId);
        }
    }

    /** How many intents are in the window, for gauges; may be read by any thread. */
    public int size() {
        return size;
    }

    public void count() {
        size = lanes.values().stream().mapToInt(GatewayWindow::size).sum();
    }
}
