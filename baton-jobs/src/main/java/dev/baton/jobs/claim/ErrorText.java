package dev.baton.jobs.claim;

import dev.baton.jobs.JobHandler;
import dev.baton.jobs.check.StorableText;

/** What a handler threw, as text that every database takes. */
final class ErrorText {

    private static final int LONGEST = 8_000;

    private ErrorText() {}

    /** A failure that the handler put into words is those words: where in our code they were said helps nobody. */
    static String of(Throwable error) {
        if (error instanceof JobHandler.FailedException said) {
            return StorableText.of(String.valueOf(said.getMessage()), LONGEST);
        }
        StringBuilder text = new StringBuilder(String.valueOf(error));
        for (StackTraceElement frame : error.getStackTrace()) {
            if (text.length() > LONGEST) {
                break;
            }
            text.append("\n  at ").append(frame);
        }
        if (error.getCause() != null && error.getCause() != error) {
            text.append("\ncaused by ").append(error.getCause());
        }
        return StorableText.of(text.toString(), LONGEST);
    }
}
