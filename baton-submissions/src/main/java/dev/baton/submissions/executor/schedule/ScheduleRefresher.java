package dev.baton.submissions.executor.schedule;

import dev.baton.submissions.executor.term.TermContext;
import dev.baton.submissions.store.Changes;
import dev.baton.submissions.store.Due;
import dev.baton.submissions.store.Feed;
import dev.baton.submissions.store.PlainInserts;
import java.sql.Connection;
import java.sql.SQLException;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;

/** Keeps the window in step with the database. Used by the leader's thread only. */
public final class ScheduleRefresher {

    /** Where changes cannot be ordered by commit, the window is read anew this often. */
    private static final Duration RECONCILE = Duration.ofSeconds(30);

    private static final Duration SHORTLY = Duration.ofSeconds(1);

    private final TermContext context;
    private final Schedule schedule;
    private final Feed feed;
    private final Optional<PlainInsertCompletion> completion;
    private final long interval;
    private final Set<String> doubtful = new TreeSet<>();
    private long dueAt;
    private long doubtfulAt;
    private long reconciledAt;
    private boolean waiting;
    private boolean more;

    public ScheduleRefresher(TermContext context, Schedule schedule) throws SQLException {
        this.context = context;
        this.schedule = schedule;
        this.feed = new Feed(context.parts().sql());
        this.completion = PlainInserts.of(context.parts().sql()).map(rows -> new PlainInsertCompletion(context, rows));
        this.interval = context.parts().settings().refreshInterval().toNanos();
    }

    public Feed feed() {
        return feed;
    }

    /** When the next refresh is due without a hint. */
    public long nextAt() {
        if (more) {
            return context.now();
        }
        return doubtful.isEmpty() ? dueAt : Math.min(dueAt, doubtfulAt);
    }

    /** Something has left the window of a lane and may still wait: somebody held it, or the database's clock was set back. */
    public void lookAgain(String lane) {
        if (doubtful.add(lane) && doubtful.size() == 1) {
            doubtfulAt = context.now() + SHORTLY.toNanos();
        }
    }

    /** Reads the window from nothing; returns how many intents it holds. */
    public int rebuild() throws SQLException {
        dueAt = context.now() + interval;
        complete();
        context.parts().sql().use(c -> {
            feed.changes().begin(c);
            reload(c);
            return true;
        });
        schedule.count();
        return schedule.size();
    }

    private void complete() throws SQLException {
        if (completion.isPresent() && context.share().covers("")) {
            completion.get().run();
        }
    }

    private void reload(Connection connection) throws SQLException {
        Set<String> lanes = new TreeSet<>(lanes(connection));
        lanes.addAll(schedule.lanes().keySet());
        for (String lane : lanes) {
            refill(connection, lane);
        }
        reconciledAt = context.now();
    }

    private void refill(Connection connection, String lane) throws SQLException {
        int capacity = schedule.lane(lane).capacity();
        List<Due> head = feed.head(connection, lane, capacity);
        schedule.reload(lane, head, context.now());
    }

    /**
     * What is new, if it was hinted at; everything, if it is time; and more for lanes that run low.
     *
     * @return whether it was time, and something waits
     */
    public boolean refresh(boolean hinted) throws SQLException {
        long now = context.now();
        boolean time = now >= dueAt;
        boolean told = hinted || more;
        Set<String> anew = toBeReadAnew(now);
        if (!time && !told && anew.isEmpty()) {
            return false;
        }
        if (time) {
            complete();
        }
        context.parts().sql().use(c -> {
            if (time) {
                everything(c, now);
            } else if (told) {
                changes(c, true);
            }
            for (String lane : anew) {
                refill(c, lane);
            }
            return true;
        });
        doubtful.removeAll(anew);
        if (time) {
            context.parts().listener().scheduleRefreshed(Duration.ofNanos(now - dueAt));
            dueAt = now + interval;
        }
        return time && waiting;
    }

    /** Lanes that run low, and those with something in doubt, if it is time. */
    private Set<String> toBeReadAnew(long now) {
        Set<String> lanes = new TreeSet<>(now >= doubtfulAt ? doubtful : Set.of());
        schedule.lanes().forEach((name, lane) -> {
            if (lane.wantsMore()) {
                lanes.add(name);
            }
        });
        return lanes;
    }

    private void everything(Connection connection, long now) throws SQLException {
        if (!feed.changes().isCommitSafe() && now - reconciledAt > RECONCILE.toNanos()) {
            reload(connection);
            return;
        }
        changes(connection, false);
        for (String lane : lanes(connection)) {
            feed.due(connection, lane, schedule.lane(lane).capacity()).forEach(this::load);
        }
    }

    private void changes(Connection connection, boolean hinted) throws SQLException {
        Changes.Told told =
                feed.changes().load(connection, hinted, context.share().foreign(), this::load);
        more = told == Changes.Told.MORE_AT_ONCE;
        if (told == Changes.Told.TOO_MUCH) {
            reload(connection);
        }
    }

    private List<String> lanes(Connection connection) throws SQLException {
        List<String> all =
                feed.lanes(connection).stream().filter(context.share()::covers).toList();
        waiting = !all.isEmpty();
        return all.stream().filter(this::isLane).toList();
    }

    private void load(Due due) {
        if (isLane(due.gateway())) {
            schedule.load(due, context.now());
        }
    }

    /** What is to be completed is not loaded before it is, and what is another shard's not at all. */
    private boolean isLane(String gateway) {
        return (completion.isEmpty() || !gateway.isEmpty()) && context.share().covers(gateway);
    }
}
