package dev.baton.submissions.store;

/**
 * A pending intent as the schedule needs it.
 *
 * @param gateway the lane that it waits in
 * @param dueInMillis when it is due, counted by the database from the moment it answered; not positive: now
 */
public record Due(String intentId, String gateway, int attemptCount, long dueInMillis) {}
