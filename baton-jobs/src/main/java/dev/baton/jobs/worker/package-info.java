/**
 * Runs jobs: one thread claims ahead of those that run handlers, one renews the locks of all runs, one writes how they
 * ended, one ends those whose claim can no longer be trusted. Starts and ends all of them in order.
 */
package dev.baton.jobs.worker;
