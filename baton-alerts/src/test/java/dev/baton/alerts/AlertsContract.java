package dev.baton.alerts;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import com.zaxxer.hikari.HikariConfig;
import com.zaxxer.hikari.HikariDataSource;
import dev.baton.Campaign;
import dev.baton.Strategy;
import dev.baton.alerts.condition.Condition;
import dev.baton.alerts.condition.Sample;
import dev.baton.alerts.notify.Notice;
import dev.baton.alerts.notify.Notifier;
import dev.baton.alerts.notify.Transition;
import dev.baton.sql.Baton;
import dev.baton.sql.Candidacy;
import dev.baton.testkit.TestDatabase;
import dev.baton.testkit.TestPatience;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.sql.Timestamp;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.Callable;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CopyOnWriteArrayList;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** What alerts do on every database: real instances, one role, a change of leaders in the middle. */
abstract class AlertsContract {

    private static final String ROLE = "metrics-aggregator";
    private static final AlertRule RULE = new AlertRule(
            "too_hot",
            Condition.parse("max(heat{place='here'}) > 30"),
            Duration.ofMillis(300),
            Severity.WARNING,
            List.of("friend:#ops"));

    private final Deque<AutoCloseable> open = new ArrayDeque<>();
    private final List<Notice> told = new CopyOnWriteArrayList<>();
    private volatile double heat;
    private HikariDataSource pool;
    private TestDatabase database;

    protected abstract TestDatabase fresh();

    @BeforeEach
    void begin() {
        database = fresh();
        open.push(database);
        HikariConfig config = new HikariConfig();
        config.setDataSource(database.inTwoZones());
        config.setMaximumPoolSize(20);
        config.setMinimumIdle(0);
        pool = new HikariDataSource(config);
        open.push(pool);
    }

    @AfterEach
    void end() throws Exception {
        while (!open.isEmpty()) {
            open.pop().close();
        }
    }

    /** A node with alerts. */
    private record Seat(Baton baton, Campaign campaign, Alerts alerts) {}

    private Seat seat(String node, Notifier friend, AlertRule... rules) {
        Baton baton = Baton.on(pool)
                .leadership(database.inTwoZones())
                .node(node)
                .strategy(new Strategy.Lease(Duration.ofSeconds(12), Duration.ofMillis(500), Duration.ofMillis(200)))
                .component(AlertsSchema.COMPONENT)
                .start();
        open.push(baton);
        Campaign campaign = baton.campaign(Candidacy.of(ROLE));
        Alerts alerts = Alerts.on(baton)
                .rules(List.of(rules))
                .notifier("friend", friend)
                .metrics(metrics -> List.of(new Sample("heat", Map.of("place", "here"), heat)))
                .gate(campaign.gate())
                .every(Duration.ofMillis(100))
                .start();
        open.push(alerts);
        return new Seat(baton, campaign, alerts);
    }

    private Seat seat(String node) {
        return seat(node, this::hear, RULE);
    }

    private CompletableFuture<Void> hear(Notice notice) {
        told.add(notice);
        return CompletableFuture.completedFuture(null);
    }

    private static void until(Callable<Boolean> condition) {
        await().atMost(TestPatience.LONGEST_WAIT)
                .pollInterval(Duration.ofMillis(20))
                .until(condition);
    }

    private static void leads(Seat seat) throws InterruptedException {
        assertThat(seat.campaign().awaitLeadership(Duration.ofSeconds(30))).isPresent();
    }

    private static AlertState state(Seat seat) throws SQLException {
        return seat.alerts().list().stream()
                .filter(alert -> alert.name().equals(RULE.name()))
                .findFirst()
                .map(Alert::state)
                .orElse(AlertState.INACTIVE);
    }

    private long count(String sql) throws SQLException {
        try (Connection connection = pool.getConnection();
                Statement statement = connection.createStatement();
                ResultSet rows = statement.executeQuery(sql)) {
            rows.next();
            return rows.getLong(1);
        }
    }

    private List<String> keys() {
        return told.stream().map(Notice::key).toList();
    }

    @Test
    void aReceiverThatIsNamedTwiceIsToldOnceAndOneThatAnswersNothingHoldsUpNobody() throws Exception {
        AlertRule twice = new AlertRule(
                "twice", RULE.condition(), RULE.lasting(), Severity.WARNING, List.of("friend:#ops", "friend:#ops"));
        AlertRule silent =
                new AlertRule("silent", RULE.condition(), RULE.lasting(), Severity.WARNING, List.of("friend:#silent"));
        Notifier friend = notice -> notice.detail().equals("#silent") ? null : hear(notice);
        Seat seat = seat("n1", friend, twice, silent);
        leads(seat);
        heat = 40;
        until(() -> count("SELECT MAX(attempts) FROM baton_alert_notices WHERE alert_name = 'silent'") >= 3);
        assertThat(told).extracting(Notice::alert).containsExactly("twice");
    }

    @Test
    void firesAndResolvesAndTellsEachOnce() throws Exception {
        Seat seat = seat("n1");
        leads(seat);
        until(() -> !seat.alerts().list().isEmpty());
        assertThat(told).isEmpty();
        heat = 40;
        until(() -> told.size() == 1);
        assertThat(state(seat)).isEqualTo(AlertState.FIRING);
        assertThat(told.get(0).sentence()).isEqualTo("too_hot is firing: max(heat{place=\"here\"}) > 30, value 40.0");
        assertThat(told.get(0).detail()).isEqualTo("#ops");
        heat = 20;
        until(() -> told.size() == 2);
        assertThat(state(seat)).isEqualTo(AlertState.RESOLVED);
        assertThat(told).extracting(Notice::transition).containsExactly(Transition.FIRING, Transition.RESOLVED);
        assertThat(told).extracting(Notice::incident).containsOnly(told.get(0).incident());
        until(() -> seat.alerts().notices().stream().allMatch(notice -> notice.state() == NoticeState.SENT));
    }

    /** Hand the role over while it fires: the successor goes on where the other was, and tells nothing again. */
    @Test
    void aFailOverNeitherLosesNorRepeatsANotice() throws Exception {
        Seat first = seat("n1");
        leads(first);
        Seat second = seat("n2");
        heat = 40;
        until(() -> told.size() == 1);
        until(() -> first.alerts().notices().stream().allMatch(notice -> notice.state() == NoticeState.SENT));
        first.campaign().drain().join();
        leads(second);
        long judged = count("SELECT lease_epoch FROM baton_alerts");
        until(() -> count("SELECT lease_epoch FROM baton_alerts") > judged
                || second.campaign().gate().isLeader());
        until(() -> count("SELECT count(*) FROM baton_alerts WHERE lease_epoch > 1") == 1);
        heat = 20;
        until(() -> told.size() == 2);
        assertThat(told).extracting(Notice::transition).containsExactly(Transition.FIRING, Transition.RESOLVED);
        assertThat(keys()).doesNotHaveDuplicates();
    }

    /** The leader dies with the call under way: its successor finds the mark, and sends it under the same key. */
    @Test
    void whatADeadLeaderWasSendingIsSentByItsSuccessorUnderTheSameKey() throws Exception {
        CompletableFuture<Void> never = new CompletableFuture<>();
        Seat first = seat(
                "n1",
                notice -> {
                    told.add(notice);
                    return never;
                },
                RULE);
        leads(first);
        heat = 40;
        until(() -> told.size() == 1);
        assertThat(first.alerts().notices()).extracting(SentNotice::state).containsExactly(NoticeState.SENDING);
        Seat second = seat("n2");
        first.campaign().drain().join();
        leads(second);
        until(() -> told.size() == 2);
        assertThat(keys()).containsExactly(told.get(0).key(), told.get(0).key());
        never.complete(null); // the first one's answer comes late: its record is refused by the fence
        until(() -> second.alerts().notices().get(0).state() == NoticeState.SENT);
        assertThat(count("SELECT lease_epoch FROM baton_alert_notices"))
                .as("the term that recorded it")
                .isGreaterThan(1);
    }

    @Test
    void whoCannotBeReachedIsTriedAgain() throws Exception {
        Seat seat = seat(
                "n1",
                notice -> {
                    told.add(notice);
                    return told.size() < 3
                            ? CompletableFuture.failedFuture(new IllegalStateException("no answer"))
                            : CompletableFuture.completedFuture(null);
                },
                RULE);
        leads(seat);
        heat = 40;
        until(() -> sent(seat).isPresent());
        assertThat(sent(seat).orElseThrow().attempts()).isEqualTo(3);
        assertThat(keys()).containsOnly(told.get(0).key());
    }

    /** On a machine that stands still another notice may have come since, for want of samples. */
    private static Optional<SentNotice> sent(Seat seat) throws Exception {
        return seat.alerts().notices().stream()
                .filter(notice -> notice.state() == NoticeState.SENT)
                .findFirst();
    }

    @Test
    void aFollowerReportsAndJudgesNothing() throws Exception {
        Seat leader = seat("n1");
        leads(leader);
        seat("n2");
        until(() -> count("SELECT count(DISTINCT holder_id) FROM baton_metric_samples") == 2);
        heat = 40;
        until(() -> told.size() == 1);
        assertThat(count("SELECT count(*) FROM baton_alerts WHERE holder_id <> '"
                        + leader.baton().holderId() + "'"))
                .isZero();
    }

    /** More than two chunks of each; what is young, or not sent yet, stays. */
    @Test
    void whatIsTooOldGoesChunkByChunk() throws Exception {
        Baton baton = Baton.on(pool)
                .leadership(database.inTwoZones())
                .node("n0")
                .component(AlertsSchema.COMPONENT)
                .start();
        open.push(baton);
        AlertStore store = new AlertStore(baton);
        store.report("");
        insertOld(8, "sent");
        try (Connection connection = pool.getConnection()) {
            for (int chunk : List.of(3, 3, 2, 0)) {
                assertThat(store.pruneSamples(connection, Duration.ofDays(30), 3))
                        .isEqualTo(chunk);
                assertThat(store.pruneNotices(connection, Duration.ofDays(30), 3))
                        .isEqualTo(chunk);
            }
        }
        assertThat(count("SELECT count(*) FROM baton_metric_samples")).isEqualTo(1);

        insertOld(4_500, "sent");
        insertOld(1, "due");
        leads(seat("n1"));
        until(() -> count("SELECT count(*) FROM baton_metric_samples WHERE holder_id LIKE 'gone%'") == 0);
        until(() -> count("SELECT count(*) FROM baton_alert_notices WHERE state = 'sent'") == 0);
        assertThat(count("SELECT count(*) FROM baton_metric_samples")).isPositive();
        assertThat(count("SELECT count(*) FROM baton_alert_notices WHERE state = 'due'"))
                .isEqualTo(1);
    }

    /** Reports and notices of two months ago; the notices are not to be tried again before tomorrow. */
    private void insertOld(int rows, String state) throws SQLException {
        Timestamp old = Timestamp.from(Instant.now().minus(Duration.ofDays(60)));
        Timestamp tomorrow = Timestamp.from(Instant.now().plus(Duration.ofDays(1)));
        try (Connection connection = pool.getConnection();
                PreparedStatement sample = connection.prepareStatement(
                        "INSERT INTO baton_metric_samples (holder_id, at, node_id, samples) VALUES (?, ?, 'n', '')");
                PreparedStatement notice = connection.prepareStatement("INSERT INTO baton_alert_notices (alert_name,"
                        + " fired_at, transition, notifier, state, attempts, next_try_at, severity, rule_text,"
                        + " created_at, lease_epoch, holder_id)"
                        + " VALUES (?, ?, 'firing', 'friend', ?, 1, ?, 'warning', 'x', ?, 1, 'h')")) {
            connection.setAutoCommit(false);
            for (int i = 0; i < rows; i++) {
                sample.setString(1, "gone-" + state + i);
                sample.setTimestamp(2, old);
                sample.addBatch();
                notice.setString(1, state + i);
                notice.setTimestamp(2, old);
                notice.setString(3, state);
                notice.setTimestamp(4, tomorrow);
                notice.setTimestamp(5, old);
                notice.addBatch();
            }
            sample.executeBatch();
            notice.executeBatch();
            connection.commit();
        }
    }

    @Test
    void curvesShowHowValuesWent() throws Exception {
        Seat seat = seat("n1");
        until(() -> latest(seat) == 0);
        heat = 12;
        until(() -> latest(seat) == 12);
        List<CurvePoint> points = seat.alerts()
                .curves(List.of(Condition.parse("max(heat) > 0")), Duration.ofMinutes(1), Duration.ofMillis(50));
        assertThat(points).extracting(point -> point.values().get(0).orElse(-1)).contains(-1.0, 0.0, 12.0);
    }

    private static double latest(Seat seat) throws SQLException {
        List<CurvePoint> points =
                seat.alerts().curves(List.of(Condition.parse("max(heat) > 0")), Duration.ZERO, Duration.ofSeconds(1));
        return points.get(0).values().get(0).orElse(-1);
    }

    @Test
    void anAlertWhoseRuleIsGoneIsResolved() throws Exception {
        Seat first = seat("n1");
        leads(first);
        heat = 40;
        until(() -> told.size() == 1);
        first.alerts().close();
        first.campaign().drain().join();
        Seat second = seat("n2", this::hear);
        leads(second);
        until(() -> told.size() == 2);
        assertThat(told.get(1).transition()).isEqualTo(Transition.RESOLVED);
    }
}
