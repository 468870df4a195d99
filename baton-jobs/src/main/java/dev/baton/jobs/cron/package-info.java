/** Cron expressions with time zones, right on the days when clocks change. */
package dev.baton.jobs.cron;
