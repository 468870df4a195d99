package dev.baton.alerts;

import dev.baton.LeaderToken;
import dev.baton.SetupRefusedException;
import dev.baton.alerts.condition.Condition;
import dev.baton.alerts.condition.SampleHistory;
import dev.baton.alerts.condition.SeriesNames;
import dev.baton.alerts.notify.Transition;
import dev.baton.sql.Baton;
import dev.baton.sql.database.Database;
import dev.baton.sql.jdbc.Command;
import dev.baton.sql.jdbc.Connections;
import dev.baton.sql.jdbc.SqlCatalog;
import dev.baton.sql.jdbc.SqlSubjects;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.Duration;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.function.Function;
import java.util.stream.Collectors;

/** The tables of alerts. What a leader writes takes a connection that a fence has already been entered on. */
final class AlertStore {

    static final SqlSubjects SUBJECTS = SqlSubjects.beside(AlertsSchema.class, "alerts", "notices", "samples");

    private static final Duration ANSWER = Duration.ofSeconds(5);
    private static final int LATEST_NOTICES = 100;

    private final Baton baton;
    private final SeriesNames names = new SeriesNames();
    private volatile SqlCatalog sql;

    AlertStore(Baton baton) {
        this.baton = baton;
    }

    private SqlCatalog sql() throws SQLException {
        SqlCatalog known = sql;
        if (known == null) {
            Database.Ready ready = baton.database().ready();
            if (!ready.versions().containsKey(AlertsSchema.COMPONENT.name())) {
                throw new SetupRefusedException("the tables of alerts are not there: build the Baton with"
                        + " .component(AlertsSchema.COMPONENT), or have a DBA run the printed schema");
            }
            known = ready.sql().statementsOf(SUBJECTS);
            sql = known;
        }
        return known;
    }

    /** Reports this process's samples: one row. */
    void report(String samples) throws SQLException {
        Command insert = sql().get("sample-insert")
                .set("holder", baton.holderId())
                .set("node", baton.nodeId())
                .set("samples", samples);
        Connections.useBorrowed(baton.database().application(), ANSWER, insert::update);
    }

    List<Alert> list() throws SQLException {
        Command list = sql().get("alerts-list").plain();
        return Connections.useBorrowed(baton.database().application(), ANSWER, c -> list.all(c, AlertStore::alert));
    }

    List<SentNotice> notices() throws SQLException {
        Command list = sql().get("notices-latest").plain().atMost(LATEST_NOTICES);
        return Connections.useBorrowed(baton.database().application(), ANSWER, c -> list.all(c, AlertStore::sent));
    }

    Instant now(Connection c) throws SQLException {
        return baton.database().ready().databaseTime(c);
    }

    SampleHistory history(Connection c, Instant now, Duration back, Duration alive) throws SQLException {
        SampleHistory history = new SampleHistory(micros(now), alive, names);
        recall(c, history, now.minus(back));
        return history;
    }

    /**
     * What was known a while ago, as of now: only what was reported lately is read again.
     *
     * @param late how long after its stamp a report may have come to be seen
     */
    SampleHistory history(Connection c, SampleHistory known, Instant now, Duration back, Duration late)
            throws SQLException {
        Instant since = now.minus(late);
        known.keep(micros(now.minus(back)), micros(since));
        recall(c, known, since);
        return known.asOf(micros(now));
    }

    private void recall(Connection c, SampleHistory history, Instant since) throws SQLException {
        sql().get("samples-since").set("since_us", micros(since)).all(c, row -> {
            history.add(row.getString("holder_id"), micros(Command.instant(row, "at")), row.getString("samples"));
            return row;
        });
    }

    List<CurvePoint> curves(List<Condition> values, Duration back, Duration step, Duration alive) throws SQLException {
        Duration window =
                values.stream().map(Condition::window).max(Duration::compareTo).orElse(Duration.ZERO);
        return Connections.useBorrowed(baton.database().application(), ANSWER, c -> {
            Instant now = now(c);
            SampleHistory history = history(c, now, back.plus(window).plus(alive), alive);
            List<CurvePoint> points = new ArrayList<>();
            for (Instant at = now.minus(back); !at.isAfter(now); at = at.plus(step)) {
                SampleHistory then = history.asOf(micros(at));
                points.add(new CurvePoint(
                        at,
                        values.stream()
                                .map(value -> value.judge(then).reading())
                                .toList()));
            }
            return points;
        });
    }

    Map<String, Alert> alerts(Connection c) throws SQLException {
        return sql().get("alerts-list").plain().all(c, AlertStore::alert).stream()
                .collect(Collectors.toMap(Alert::name, Function.identity()));
    }

    void save(Connection c, LeaderToken token, Alert alert, boolean isNew) throws SQLException {
        sql().get(isNew ? "alert-insert" : "alert-update")
                .set("alert", alert.name())
                .set("state", alert.state().word())
                .set("severity", alert.severity().word())
                .set("rule", alert.condition())
                .set("notify", String.join(",", alert.receivers()))
                .set("reading", alert.reading())
                .set("since_us", micros(alert.since()))
                .set("fired_us", micros(alert.firedAt()))
                .set("now_us", micros(alert.evaluatedAt()))
                .set("epoch", token.epoch())
                .set("holder", token.holderId())
                .update(c);
    }

    void addNotice(Connection c, LeaderToken token, Alert alert, String notifier) throws SQLException {
        sql().get("notice-insert")
                .set("alert", alert.name())
                .set("fired_us", micros(alert.firedAt()))
                .set("transition", alert.state().word())
                .set("notifier", notifier)
                .set("severity", alert.severity().word())
                .set("rule", alert.condition())
                .set("reading", alert.reading())
                .set("now_us", micros(alert.evaluatedAt()))
                .set("epoch", token.epoch())
                .set("holder", token.holderId())
                .update(c);
    }

    List<DueNotice> due() throws SQLException {
        Command due = sql().get("notices-due").plain().atMost(LATEST_NOTICES);
        return Connections.useBorrowed(baton.database().application(), ANSWER, c -> due.all(c, AlertStore::dueNotice));
    }

    /** @return whether the notice was still as it was read */
    boolean markSending(Connection c, LeaderToken token, DueNotice notice) throws SQLException {
        return key(sql().get("notice-sending").set("attempts", notice.attempts()), token, notice)
                        .update(c)
                == 1;
    }

    void markEnded(Connection c, LeaderToken token, DueNotice notice, NoticeEnd ending) throws SQLException {
        Instant now = now(c);
        key(sql().get("notice-ended").set("attempts", notice.attempts() + 1), token, notice)
                .set("state", ending.state().word())
                .set("next_us", micros(now.plus(ending.pause())))
                .set("now_us", micros(now))
                .set("error", ending.error())
                .update(c);
    }

    private static Command key(Command command, LeaderToken token, DueNotice notice) {
        return command.set("alert", notice.alert())
                .set("fired_us", micros(notice.firedAt()))
                .set("transition", notice.transition().word())
                .set("notifier", notice.notifier())
                .set("epoch", token.epoch())
                .set("holder", token.holderId());
    }

    int pruneSamples(Connection c, Duration age, int atMost) throws SQLException {
        return prune(c, "samples-prune", age, atMost);
    }

    int pruneNotices(Connection c, Duration age, int atMost) throws SQLException {
        return prune(c, "notices-prune", age, atMost);
    }

    private int prune(Connection c, String statement, Duration age, int atMost) throws SQLException {
        return sql().get(statement)
                .set("age_ms", age.toMillis())
                .set("at_most", atMost)
                .update(c);
    }

    /**
     * How the sending of a notice ended.
     *
     * @param pause before it is sent again, if it is due again
     */
    record NoticeEnd(NoticeState state, Duration pause, String error) {}

    private static Alert alert(ResultSet row) throws SQLException {
        String notify = row.getString("notify");
        return new Alert(
                row.getString("alert_name"),
                AlertState.of(row.getString("state")),
                Severity.of(row.getString("severity")),
                row.getString("rule_text"),
                notify.isEmpty() ? List.of() : List.of(notify.split(",")),
                row.getString("reading"),
                Command.instant(row, "since"),
                Command.instant(row, "fired_at"),
                Command.instant(row, "evaluated_at"));
    }

    private static DueNotice dueNotice(ResultSet row) throws SQLException {
        return new DueNotice(
                row.getString("alert_name"),
                Command.instant(row, "fired_at"),
                Transition.of(row.getString("transition")),
                row.getString("notifier"),
                row.getInt("attempts"),
                row.getString("severity"),
                row.getString("rule_text"),
                row.getString("reading"),
                Command.instant(row, "created_at"));
    }

    private static SentNotice sent(ResultSet row) throws SQLException {
        return new SentNotice(
                row.getString("alert_name"),
                Transition.of(row.getString("transition")),
                AlertRule.notifier(row.getString("notifier")),
                NoticeState.of(row.getString("state")),
                row.getInt("attempts"),
                Command.instant(row, "created_at"),
                Command.instant(row, "ended_at"),
                row.getString("error"));
    }

    private static long micros(Instant at) {
        return ChronoUnit.MICROS.between(Instant.EPOCH, at);
    }

    /** How long samples are of use. */
    static Duration kept(Duration round) {
        return Condition.LONGEST_WINDOW.plus(round.multipliedBy(4));
    }
}
