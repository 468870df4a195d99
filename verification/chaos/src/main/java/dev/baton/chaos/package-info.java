/**
 * Real nodes on a real PostgreSQL, under load and under faults; afterwards a checker reads everything that was written
 * down. {@code Run} is the whole story; {@code faults} follow from a seed, {@code history} is what processes wrote,
 * {@code check} judges it.
 */
package dev.baton.chaos;
