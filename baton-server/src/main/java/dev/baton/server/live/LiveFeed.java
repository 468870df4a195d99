package dev.baton.server.live;

import dev.baton.server.http.Json;
import dev.baton.server.store.ClusterReads;
import dev.baton.sql.Leadership;
import dev.baton.sql.jdbc.Connections;
import dev.baton.support.Threads;
import java.sql.SQLException;
import java.sql.SQLTransientException;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Looks at the database once a second while anybody watches, and tells all of them: {@code state} with everything at a
 * glance when it has changed, {@code election} for each new entry of a role's history. What it costs the database does
 * not depend on the number of viewers; without any it costs nothing.
 */
public final class LiveFeed implements AutoCloseable {

    private static final Logger LOG = LoggerFactory.getLogger(LiveFeed.class);
    private static final long READ_MILLIS = 1_000;
    private static final int ROUNDS_PER_KEEP_ALIVE = 10;
    private static final int MOST_EVENTS = 500;

    /** Ids are given out before commits: an entry may appear after one with a higher id. */
    private static final long OVERLAP = 100;

    private static final int MOST_VIEWERS = 2_000;

    private final EventHub hub = new EventHub(MOST_VIEWERS, this::readSoon);
    private final ClusterReads cluster;
    private final List<Section> sections = new CopyOnWriteArrayList<>();
    private final Set<Long> published = new HashSet<>();
    private final AtomicBoolean readQueued = new AtomicBoolean();
    private final ScheduledExecutorService thread =
            Executors.newSingleThreadScheduledExecutor(Threads.daemons("baton-live"));
    private Optional<Future<?>> repetition = Optional.empty();
    private long newest = -1;
    private int rounds;
    private String before = "";

    /** A part of the state. */
    public record Section(String name, Reader reader) {}

    /** Reads a part of the state; once a second at most. */
    @FunctionalInterface
    public interface Reader {
        Object read() throws SQLException;
    }

    public LiveFeed(ClusterReads cluster) {
        this.cluster = cluster;
    }

    /** Adds a part to the state. */
    public LiveFeed section(String name, Reader reader) {
        sections.add(new Section(name, reader));
        return this;
    }

    public EventHub hub() {
        return hub;
    }

    /** Somebody has come: no need to wait for the next second. */
    private void readSoon() {
        if (readQueued.compareAndSet(false, true)) {
            thread.execute(() -> {
                readQueued.set(false);
                readAndPublish();
            });
        }
    }

    /** Once a second while somebody looks; until then nothing wakes. */
    private void readAndPublish() {
        if (hub.viewers() == 0) {
            newest = -1; // whoever comes next asks for the history by itself
            repetition.ifPresent(every -> every.cancel(false));
            repetition = Optional.empty();
            return;
        }
        if (repetition.isEmpty()) {
            repetition = Optional.of(thread.scheduleWithFixedDelay(
                    this::readAndPublish, READ_MILLIS, READ_MILLIS, TimeUnit.MILLISECONDS));
        }
        try {
            if (++rounds % ROUNDS_PER_KEEP_ALIVE == 0) {
                hub.sendKeepAlive();
                endUnwelcome();
            }
            publishState();
            publishElections();
        } catch (RuntimeException e) {
            LOG.warn("the live feed skips a round", e);
        }
    }

    private void endUnwelcome() {
        try {
            hub.endUnwelcome();
        } catch (Exception e) {
            LOG.debug("cannot find out who is still let in", e);
        }
    }

    private void publishState() {
        Map<String, Object> state = new LinkedHashMap<>();
        state.put("database", "up");
        for (Section section : sections) {
            try {
                state.put(section.name(), section.reader().read());
            } catch (SQLException e) {
                if (Connections.isOutOfReach(e) || e instanceof SQLTransientException) {
                    state.put("database", "down");
                    break;
                }
                LOG.warn("the live feed cannot read {}", section.name(), e);
            }
        }
        String json = Json.text(state);
        if (!json.equals(before)) {
            before = json;
            hub.publishState("state", json);
        }
    }

    private void publishElections() {
        try {
            boolean first = newest < 0;
            long from = first ? cluster.lastEvent() : newest;
            newest = from;
            for (Leadership.Entry entry : cluster.eventsSince(from - OVERLAP, MOST_EVENTS)) {
                if (published.add(entry.id()) && !first) {
                    hub.publishEvent("election", Long.toString(entry.id()), Json.text(ElectionEvent.of(entry)));
                }
                newest = Math.max(newest, entry.id());
            }
            published.removeIf(id -> id <= newest - 2 * OVERLAP);
        } catch (SQLException e) {
            LOG.debug("the live feed cannot read elections", e);
        }
    }

    @Override
    public void close() {
        thread.shutdownNow();
        hub.close();
    }
}
