package dev.baton.submissions.model;

import java.time.LocalDate;

/**
 * Attempts of one day whose intents were deleted for their age.
 *
 * @param day in UTC
 * @param totalMillis how long they took together
 */
public record AttemptsOfDay(
        String submissionTarget,
        LocalDate day,
        OutcomeStatus outcomeStatus,
        long attempts,
        long totalMillis,
        long longestMillis) {}
