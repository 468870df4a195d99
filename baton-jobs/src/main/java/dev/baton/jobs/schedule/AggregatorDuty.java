package dev.baton.jobs.schedule;

import dev.baton.LeaderToken;
import dev.baton.LeaderWork;
import dev.baton.Term;
import dev.baton.jobs.QueueFigures;
import dev.baton.jobs.event.JobListeners;
import dev.baton.jobs.store.JobDatabase;
import dev.baton.jobs.store.JobRows;
import dev.baton.jobs.store.PortableStore;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.Duration;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.List;

/** Counts the whole cluster every few seconds: depth, throughput, use of workers, per queue. */
final class AggregatorDuty implements LeaderWork {

    private static final Duration ROUND = Duration.ofSeconds(15);
    private static final Duration ALIVE = Duration.ofSeconds(20);
    private static final Duration LONGEST_GAP = Duration.ofHours(1);

    /** Counts at most so many: an unbounded count could take minutes. */
    private static final int MOST_RUNS = 1_000_000;

    private final JobDatabase database;
    private final JobListeners listeners;

    AggregatorDuty(JobDatabase database, JobListeners listeners) {
        this.database = database;
        this.listeners = listeners;
    }

    @Override
    public void lead(Term term) throws InterruptedException, SQLException {
        Duration wait = Duration.ZERO;
        while (!term.awaitOver(wait)) {
            for (QueueFigures figures : count(term.gate().requireLeader())) {
                listeners.notifyListeners(l -> l.figures(figures));
            }
            wait = ROUND;
        }
    }

    /** Jobs of one queue, by status. */
    private record Depth(String queue, long waiting, long due, long running, long dead) {}

    private record Pair(long first, long second) {}

    /** Counting takes as long as it takes, so it is not done within the fence. */
    private List<QueueFigures> count(LeaderToken token) throws SQLException {
        List<QueueFigures> all = database.runWork(this::count);
        database.baton().<SQLException>fenced(token, c -> insert(c, token, all));
        return all;
    }

    private List<QueueFigures> count(Connection c) throws SQLException {
        long until = PortableStore.micros(database.databaseTime(c));
        long since = database.sql()
                .get("figures-last")
                .plain()
                .first(c, row -> JobRows.number(row, "at_us"))
                .map(last -> Math.max(last, until - LONGEST_GAP.toNanos() / 1_000))
                .orElse(until - ROUND.toNanos() / 1_000);
        if (since >= until) {
            return List.of(); // the clock went back: nothing can be counted until it has caught up
        }
        Pair runs = database.sql()
                .get("figures-runs")
                .set("since_us", since)
                .set("until_us", until)
                .set("at_most", MOST_RUNS)
                .first(c, AggregatorDuty::pair)
                .orElseThrow();
        Pair workers = database.sql()
                .get("figures-workers")
                .set("alive_ms", ALIVE.toMillis())
                .first(c, AggregatorDuty::pair)
                .orElseThrow();
        List<QueueFigures> all = new ArrayList<>();
        for (Depth depth : depths(c)) {
            all.add(new QueueFigures(
                    Instant.EPOCH.plus(until, ChronoUnit.MICROS),
                    depth.queue(),
                    depth.waiting(),
                    depth.due(),
                    depth.running(),
                    depth.dead(),
                    all.isEmpty() ? runs.first() : 0, // runs know no queue: told once
                    all.isEmpty() ? runs.second() : 0,
                    workers.first(),
                    workers.second()));
        }
        return all;
    }

    private static Pair pair(ResultSet row) throws SQLException {
        return new Pair(row.getLong(1), row.getLong(2));
    }

    private List<Depth> depths(Connection c) throws SQLException {
        List<Depth> depths = database.sql()
                .get("figures-count")
                .plain()
                .all(
                        c,
                        row -> new Depth(
                                row.getString("queue"),
                                row.getLong("waiting"),
                                row.getLong("due"),
                                row.getLong("running"),
                                row.getLong("dead")));
        return depths.isEmpty() ? List.of(new Depth("default", 0, 0, 0, 0)) : depths;
    }

    private void insert(Connection c, LeaderToken token, List<QueueFigures> all) throws SQLException {
        for (QueueFigures figures : all) {
            insert(c, token, figures);
        }
    }

    private void insert(Connection c, LeaderToken token, QueueFigures f) throws SQLException {
        database.sql()
                .get("figures-insert")
                .set("at_us", ChronoUnit.MICROS.between(Instant.EPOCH, f.at()))
                .set("queue", f.queue())
                .set("waiting", f.waiting())
                .set("due", f.due())
                .set("running", f.running())
                .set("dead", f.dead())
                .set("completed", f.completed())
                .set("failed", f.failed())
                .set("threads", f.threads())
                .set("busy", f.busy())
                .set("epoch", token.epoch())
                .set("holder", token.holderId())
                .update(c);
    }
}
