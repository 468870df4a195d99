/**
 * Who is told what: listeners of this process, and whoever waits for work.
 */
package dev.baton.jobs.event;
