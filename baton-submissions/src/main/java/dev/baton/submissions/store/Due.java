package dev.baton.submissions.store;

/**
 * A pending intent as the schedule needs it.
 *
 * @param gateway the lane that it waits in
 * @param dueMicros when it is due by the database's clock, in microseconds since 1970: its place in the lane
 * @param dueInMillis how long until then, counted by the database from the moment it answered; not positive: now
 */
public record Due(String intentId, String gateway, int attemptCount, long dueMicros, long dueInMillis) {}
