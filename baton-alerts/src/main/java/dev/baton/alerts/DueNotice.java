package dev.baton.alerts;

import dev.baton.alerts.notify.Notice;
import dev.baton.alerts.notify.Transition;
import java.time.Instant;
import java.time.temporal.ChronoUnit;

/** A row of the notices that are still to be sent. */
record DueNotice(
        String alert,
        Instant firedAt,
        Transition transition,
        String notifier,
        int attempts,
        String severity,
        String condition,
        String reading,
        Instant createdAt) {

    Notice notice() {
        return new Notice(
                alert, transition, severity, condition, reading, createdAt, AlertRule.detail(notifier), incident());
    }

    private String incident() {
        return "baton/" + alert + "/" + ChronoUnit.MICROS.between(Instant.EPOCH, firedAt);
    }

    /** Notices of one alert to one notifier go in their order, one after the other. */
    String orderingKey() {
        return alert + " " + notifier;
    }
}
