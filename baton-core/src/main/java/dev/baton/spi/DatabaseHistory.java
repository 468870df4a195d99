package dev.baton.spi;

import java.time.Duration;

/**
 * What a database tells of its own history when a role is to be taken. A fail-over that may have lost commits begins another
 * one.
 *
 * @param timeline which history it has: its timeline, which only grows; below zero a name without an order; constant and at
 *     most 1 where nothing tells
 * @param clock its clock in milliseconds since 1970; asked for only where histories have names
 * @param highestRecorded the highest epoch that a term may have had by the events of the role, 0 if it has none; asked for only
 *     without a row
 * @param tellsOfOthers whether anything but the role's own row tells that there was another history before this one; asked
 *     for only without a row, where histories have names
 * @param age for how long at least this history has run, by what it has of other roles; zero where nothing tells, asked for only
 *     without a row
 */
public record DatabaseHistory(long timeline, long clock, long highestRecorded, boolean tellsOfOthers, Duration age) {

    /** Of a history that may have begun just now. */
    public DatabaseHistory(long timeline, long clock, long highestRecorded, boolean tellsOfOthers) {
        this(timeline, clock, highestRecorded, tellsOfOthers, Duration.ZERO);
    }
}
