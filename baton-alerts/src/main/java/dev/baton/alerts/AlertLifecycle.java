package dev.baton.alerts;

import dev.baton.alerts.condition.Condition.Verdict;
import java.time.Duration;
import java.time.Instant;
import java.util.Optional;

/** The life of an alert, as the package documentation draws it. Pure: all times are the database's. */
final class AlertLifecycle {

    private final Instant now;
    private final Duration longestGap;

    /** @param longestGap what was pending and not looked at for so long begins anew: nobody knows whether it held */
    AlertLifecycle(Instant now, Duration longestGap) {
        this.now = now;
        this.longestGap = longestGap;
    }

    /** What becomes of an alert; equal to what it was, but for the time, if nothing does. */
    Alert next(AlertRule rule, Optional<Alert> before, Verdict verdict) {
        AlertState state = before.map(Alert::state).orElse(AlertState.INACTIVE);
        return switch (state) {
            case INACTIVE, RESOLVED -> verdict.met() ? begin(rule, verdict) : stay(rule, before, state, verdict);
            case PENDING -> pending(rule, before.orElseThrow(), verdict);
            case FIRING ->
                verdict.met()
                        ? stay(rule, before, state, verdict)
                        : enter(rule, AlertState.RESOLVED, before.orElseThrow().firedAt(), verdict);
        };
    }

    private Alert begin(AlertRule rule, Verdict verdict) {
        AlertState state = rule.lasting().isZero() ? AlertState.FIRING : AlertState.PENDING;
        return enter(rule, state, now, verdict);
    }

    private Alert pending(AlertRule rule, Alert before, Verdict verdict) {
        if (!verdict.met()) {
            return enter(rule, AlertState.INACTIVE, before.firedAt(), verdict);
        }
        if (before.evaluatedAt().plus(longestGap).isBefore(now)) {
            return begin(rule, verdict);
        }
        return before.held(rule.lasting(), now)
                ? enter(rule, AlertState.FIRING, now, verdict)
                : stay(rule, Optional.of(before), AlertState.PENDING, verdict);
    }

    private Alert enter(AlertRule rule, AlertState state, Instant firedAt, Verdict verdict) {
        return new Alert(rule, state, reading(verdict), now, firedAt, now);
    }

    private Alert stay(AlertRule rule, Optional<Alert> before, AlertState state, Verdict verdict) {
        Instant since = before.map(Alert::since).orElse(now);
        return new Alert(
                rule, state, reading(verdict), since, before.map(Alert::firedAt).orElse(now), now);
    }

    private static String reading(Verdict verdict) {
        return verdict.reading().isPresent() ? Double.toString(verdict.reading().getAsDouble()) : null;
    }
}
