package dev.baton.alerts;

import dev.baton.FenceDemand;
import dev.baton.LeaderToken;
import dev.baton.alerts.condition.Condition;
import dev.baton.alerts.condition.SampleHistory;
import dev.baton.sql.Baton;
import dev.baton.sql.FencedWork;
import java.sql.Connection;
import java.sql.SQLException;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** One round of the leader: all rules on all samples in one fenced transaction; what is too old goes in others. */
final class RuleEvaluation {

    private static final Duration LONGEST_GAP = Duration.ofMinutes(1);
    private static final Duration NOTICES_KEPT = Duration.ofDays(7);

    /** In which of the rounds old rows go and all reports are read anew. */
    private static final int THOROUGH_EVERY = 12;

    private static final int PRUNED_AT_ONCE = 2_000;

    /** A report is stamped before it is committed; one that takes longer than this is found by the next thorough round. */
    private static final Duration LATEST_REPORT = Duration.ofSeconds(15);

    private final Baton baton;
    private final AlertStore store;
    private final List<AlertRule> rules;
    private final Duration round;
    private final Duration back;
    private int rounds;
    private boolean morePrunable;
    private Optional<Known> known = Optional.empty();

    /** The reports that a term has read so far; all of them are read again now and then. */
    private record Known(LeaderToken term, SampleHistory reports) {}

    RuleEvaluation(Baton baton, AlertStore store, List<AlertRule> rules, Duration round) {
        this.baton = baton;
        this.store = store;
        this.rules = rules;
        this.round = round;
        Duration longest = rules.stream()
                .map(rule -> rule.condition().window())
                .max(Duration::compareTo)
                .orElse(Duration.ZERO);
        this.back = longest.plus(round.multipliedBy(4));
    }

    /** @return the alerts that began to fire or were resolved */
    List<Alert> run(LeaderToken token) throws SQLException {
        boolean thorough = rounds++ % THOROUGH_EVERY == 0;
        return baton.<List<Alert>, SQLException>fencedResult(
                token, FenceDemand.UNEXPIRED, c -> judge(c, token, thorough));
    }

    private List<Alert> judge(Connection c, LeaderToken token, boolean thorough) throws SQLException {
        Instant now = store.now(c);
        SampleHistory history = history(c, token, now, thorough);
        Map<String, Alert> alerts = store.alerts(c);
        AlertLifecycle lifecycle = new AlertLifecycle(now, LONGEST_GAP);
        List<Alert> told = new ArrayList<>();
        for (AlertRule rule : rules) {
            Optional<Alert> before = Optional.ofNullable(alerts.remove(rule.name()));
            Condition.Verdict verdict = rule.condition().judge(history);
            settle(c, token, before, lifecycle.next(rule, before, verdict), told);
        }
        for (Alert orphan : alerts.values()) {
            endWithoutRule(c, token, orphan, now, told);
        }
        return told;
    }

    /** Now and then, and in every round while there is more: of each table a chunk, in a transaction of its own. */
    void prune(LeaderToken token) throws SQLException {
        if (morePrunable || rounds % THOROUGH_EVERY == 1) {
            boolean more = pruned(token, c -> store.pruneSamples(c, AlertStore.kept(round), PRUNED_AT_ONCE));
            more |= pruned(token, c -> store.pruneNotices(c, NOTICES_KEPT, PRUNED_AT_ONCE));
            morePrunable = more;
        }
    }

    private boolean pruned(LeaderToken token, FencedWork<Integer, SQLException> chunk) throws SQLException {
        return baton.<Integer, SQLException>fencedResult(token, FenceDemand.UNEXPIRED, chunk) == PRUNED_AT_ONCE;
    }

    private SampleHistory history(Connection c, LeaderToken token, Instant now, boolean thorough) throws SQLException {
        Optional<Known> before = known.filter(k -> !thorough && k.term().equals(token));
        known = Optional.empty(); // until all of it is read
        SampleHistory history = before.isPresent()
                ? store.history(c, before.get().reports(), now, back, LATEST_REPORT)
                : store.history(c, now, back, round.multipliedBy(3));
        known = Optional.of(new Known(token, history));
        return history;
    }

    private void settle(Connection c, LeaderToken token, Optional<Alert> before, Alert after, List<Alert> told)
            throws SQLException {
        AlertState was = before.map(Alert::state).orElse(AlertState.INACTIVE);
        boolean changed = before.isEmpty() || was != after.state();
        boolean watched = after.state() == AlertState.PENDING || after.state() == AlertState.FIRING;
        if (changed || watched) {
            store.save(c, token, after, before.isEmpty());
        }
        if (was != after.state() && (after.state() == AlertState.FIRING || after.state() == AlertState.RESOLVED)) {
            for (String notifier : after.receivers()) {
                store.addNotice(c, token, after, notifier);
            }
            told.add(after);
        }
    }

    /** The rule is gone from the configuration: whoever was told that it fires is told that it is over. */
    private void endWithoutRule(Connection c, LeaderToken token, Alert orphan, Instant now, List<Alert> told)
            throws SQLException {
        if (orphan.state() == AlertState.FIRING || orphan.state() == AlertState.PENDING) {
            AlertState end = orphan.state() == AlertState.FIRING ? AlertState.RESOLVED : AlertState.INACTIVE;
            Alert after = new Alert(
                    orphan.name(),
                    end,
                    orphan.severity(),
                    orphan.condition(),
                    orphan.receivers(),
                    null,
                    now,
                    orphan.firedAt(),
                    now);
            settle(c, token, Optional.of(orphan), after, told);
        }
    }
}
