/**
 * Cron expressions with time zones, right on the days when clocks change; {@link dev.baton.jobs.cron.CronExpression} says
 * how. No clock of this process is asked: the next tick is computed from the moment that the database names.
 */
package dev.baton.jobs.cron;
