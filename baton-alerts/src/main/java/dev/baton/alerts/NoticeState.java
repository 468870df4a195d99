package dev.baton.alerts;

import java.util.Locale;

/** How far a notice is. */
enum NoticeState {
    /** To be sent, for the first time or again. */
    DUE,
    /** A leader has begun to send it; whether it arrived is not known. */
    SENDING,
    SENT,
    /** Given up. */
    FAILED;

    /** As databases and answers write it. */
    String word() {
        return name().toLowerCase(Locale.ROOT);
    }
}
