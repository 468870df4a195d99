package dev.baton.server.live;

import dev.baton.alerts.Alert;
import dev.baton.alerts.Alerts;
import dev.baton.alerts.SentNotice;
import dev.baton.jobs.JobAdmin;
import dev.baton.jobs.JobStatus;
import dev.baton.jobs.JobView;
import dev.baton.jobs.QueueFigures;
import dev.baton.jobs.WorkerView;
import dev.baton.server.store.ClusterReads;
import dev.baton.shards.ShardGroups;
import dev.baton.sql.Baton;
import dev.baton.sql.Leadership;
import java.sql.SQLException;
import java.time.Duration;
import java.time.Instant;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * The parts of the state that the dashboard draws. What changes by the second is read by the second, the rest more
 * seldom: about ten statements a second in all and three for each
 * role that is divided, for any number of viewers.
 */
public final class DashboardState {

    private static final int MOST_ENTRIES = 500;

    /** One node that comes or goes moves many shards at once, and must not push all other roles out of the picture. */
    private static final int MOST_ENTRIES_WITH_SHARDS = 2_000;

    private static final int MOST_MOVES = 60;
    private static final int ENTRIES_SHOWN = 60;
    private static final int MOST_RUNNING = 50;
    private static final int MOST_RECURRING = 200;
    private static final Duration SILENT = Duration.ofMinutes(2);

    private final Baton baton;
    private final ClusterReads cluster;
    private final JobAdmin jobs;
    private final Alerts alerts;
    private final RoleLeaders roles;
    private final DividedRoles divided;
    private long newest = -1;
    private List<Leadership.Entry> history = List.of();

    public DashboardState(Baton baton, ClusterReads cluster, JobAdmin jobs, Alerts alerts, ShardGroups shards) {
        this.baton = baton;
        this.cluster = cluster;
        this.jobs = jobs;
        this.alerts = alerts;
        this.roles = new RoleLeaders(baton, cluster);
        this.divided = new DividedRoles(shards);
    }

    /** Adds every part to the feed. Shards come first: what belongs to them is left out of all other parts. */
    public void addSectionsTo(LiveFeed feed, String version) {
        feed.section("node", baton::nodeId)
                .section("version", () -> version)
                .section("at", cluster::databaseTime)
                .section("shards", divided::read)
                .section("leaders", this::leaders)
                .section("neverLed", PeriodicReader.every(Duration.ofSeconds(5), this::neverLed))
                .section("nodes", this::nodes)
                .section("terms", () -> Terms.of(ofWholeRoles(history())))
                .section("moves", this::moves)
                .section("events", this::events)
                .section("intents", PeriodicReader.every(Duration.ofSeconds(5), cluster::intents))
                .section("jobs", PeriodicReader.every(Duration.ofSeconds(2), this::jobs))
                .section("recurring", PeriodicReader.every(Duration.ofSeconds(10), this::recurring))
                .section("alerts", PeriodicReader.every(Duration.ofSeconds(2), this::alerts))
                .section("series", PeriodicReader.every(Duration.ofSeconds(5), new ThroughputCurves(alerts)));
    }

    private List<RoleLeaders.Item> leaders() throws SQLException {
        return roles.leaders().stream()
                .filter(item -> !divided.isPart(item.role()))
                .toList();
    }

    private List<RoleLeaders.Unled> neverLed() throws SQLException {
        return roles.neverLed().stream()
                .filter(item -> !divided.isPart(item.role()))
                .toList();
    }

    private List<Leadership.Entry> ofWholeRoles(List<Leadership.Entry> entries) {
        return entries.stream().filter(entry -> !divided.isPart(entry.role())).toList();
    }

    /** Of the history that the terms were just made of. */
    private List<ShardMoves.Move> moves() {
        return ShardMoves.of(
                history.stream().filter(entry -> divided.isShard(entry.role())).toList(), MOST_MOVES);
    }

    /** Those that live, and for a while those that fell silent: unless they came back under the same name. */
    private List<ClusterReads.Instance> nodes() throws SQLException {
        List<ClusterReads.Instance> all = cluster.instances();
        return all.stream()
                .filter(node -> node.heartbeatAgeMillis() < SILENT.toMillis())
                .filter(node -> all.stream()
                        .noneMatch(other -> other.nodeId().equals(node.nodeId()) && other.alive() && !node.alive()))
                .toList();
    }

    /** Read again only when there is something new. */
    private List<Leadership.Entry> history() throws SQLException {
        long last = cluster.lastEvent();
        if (last != newest) {
            history = baton.leadership().recent(divided.areThere() ? MOST_ENTRIES_WITH_SHARDS : MOST_ENTRIES);
            newest = last;
        }
        return history;
    }

    /** Of the history that the terms were just made of. */
    private List<ElectionEvent> events() {
        return ofWholeRoles(history).stream()
                .limit(ENTRIES_SHOWN)
                .map(ElectionEvent::of)
                .toList();
    }

    /** Jobs across the cluster. */
    private record JobsItem(
            Instant at, long dead, List<QueueItem> queues, List<RunningItem> running, List<WorkerView> workers) {}

    private record QueueItem(String queue, long due, long waiting, long running, long dead, boolean paused) {}

    private record RunningItem(String id, String job, String progress, String lockedBy, Instant runStartedAt) {

        static RunningItem of(JobView job) {
            return new RunningItem(job.id().toString(), job.job(), job.progress(), job.lockedBy(), job.runStartedAt());
        }
    }

    /** A job that runs again and again. */
    private record RecurringItem(
            String id,
            String job,
            String status,
            boolean paused,
            Long intervalMillis,
            String cron,
            String timezone,
            Instant lastRunTime,
            Instant nextRunTime) {}

    private List<RecurringItem> recurring() throws SQLException {
        return jobs.recurring(MOST_RECURRING).stream()
                .map(job -> new RecurringItem(
                        job.id().toString(),
                        job.job(),
                        job.status().label(),
                        job.paused(),
                        job.intervalMillis(),
                        job.cron(),
                        job.zone(),
                        job.lastRunTime(),
                        job.nextRunTime()))
                .toList();
    }

    private JobsItem jobs() throws SQLException {
        List<QueueFigures> figures = jobs.figures();
        List<String> paused = jobs.pausedQueues();
        return new JobsItem(
                figures.isEmpty() ? null : figures.get(0).at(),
                figures.stream().mapToLong(QueueFigures::dead).sum(),
                figures.stream()
                        .map(f -> new QueueItem(
                                f.queue(), f.due(), f.waiting(), f.running(), f.dead(), paused.contains(f.queue())))
                        .toList(),
                jobs
                        .list(JobAdmin.Filter.any().status(JobStatus.RUNNING), Optional.empty(), MOST_RUNNING)
                        .items()
                        .stream()
                        .map(RunningItem::of)
                        .toList(),
                jobs.workers());
    }

    private List<Map<String, Object>> alerts() throws SQLException {
        return alerts.list().stream().map(DashboardState::alertItem).toList();
    }

    /** An alert in the words of {@code /v1/alerts}. */
    public static Map<String, Object> alertItem(Alert alert) {
        Map<String, Object> item = new LinkedHashMap<>();
        item.put("name", alert.name());
        item.put("state", alert.state().word());
        item.put("severity", alert.severity().word());
        item.put("condition", alert.condition());
        item.put("notify", alert.receivers());
        item.put("reading", alert.reading());
        item.put("since", alert.since());
        item.put("firedAt", alert.firedAt());
        item.put("evaluatedAt", alert.evaluatedAt());
        return item;
    }

    /** A notice in the words of {@code /v1/alerts}. */
    public static Map<String, Object> noticeItem(SentNotice notice) {
        Map<String, Object> item = new LinkedHashMap<>();
        item.put("alert", notice.alert());
        item.put("transition", notice.transition().word());
        item.put("notifier", notice.notifier());
        item.put("state", notice.state().word());
        item.put("attempts", notice.attempts());
        item.put("createdAt", notice.createdAt());
        item.put("endedAt", notice.endedAt());
        item.put("error", notice.error());
        return item;
    }
}
