/**
 * Recurring jobs, and what one instance does for all of them: cron ticks, reclaiming, pruning, figures. Each duty is the
 * work of an elected role, and each of its writes is fenced.
 */
package dev.baton.jobs.schedule;
