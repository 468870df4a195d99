package dev.baton.alerts.notify;

import java.time.Instant;

/**
 * One change of one alert, to be told to one notifier.
 *
 * @param detail what the rule hands to the notifier, as a channel; may be empty
 * @param reading the value that decided, or null
 * @param incident names the time from firing to resolved; the same for both transitions
 */
public record Notice(
        String alert,
        Transition transition,
        String severity,
        String condition,
        String reading,
        Instant at,
        String detail,
        String incident) {

    /** Names this notice, and no other: a receiver that has seen it may drop it. */
    public String key() {
        return incident + "/" + transition.word();
    }

    boolean isFiring() {
        return transition == Transition.FIRING;
    }

    /** The notice in a sentence. */
    public String sentence() {
        String value = reading == null ? "" : ", value " + reading;
        return alert + (isFiring() ? " is firing: " : " is resolved: ") + condition + value;
    }
}
