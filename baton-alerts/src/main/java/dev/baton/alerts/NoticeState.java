package dev.baton.alerts;

import java.util.Locale;

/** How far a notice is. */
public enum NoticeState {
    /** To be sent, for the first time or again. */
    DUE,
    /** A leader has begun to send it; whether it arrived is not known. */
    SENDING,
    /** Its receiver has it. */
    SENT,
    /** Given up. */
    FAILED;

    /** As databases and answers write it. */
    public String word() {
        return name().toLowerCase(Locale.ROOT);
    }

    static NoticeState of(String word) {
        return valueOf(word.toUpperCase(Locale.ROOT));
    }
}
