package dev.baton.spi;

/**
 * What a database tells of its own history when a role is to be taken. A fail-over that may have lost commits begins another
 * one.
 *
 * @param timeline which history it has: its timeline, which only grows; below zero a name without an order; constant and at
 *     most 1 where nothing tells
 * @param clock its clock in milliseconds since 1970; asked for only where histories have names
 * @param highestRecorded the highest epoch in the events of the role, 0 if it has none; asked for only without a row
 * @param tellsOfOthers whether anything but the role's own row tells that there was another history before this one; asked
 *     for only without a row, where histories have names
 */
public record DatabaseHistory(long timeline, long clock, long highestRecorded, boolean tellsOfOthers) {}
