/**
 * How a job comes into the table: checked, given an id, stored once however often that is tried, announced.
 */
package dev.baton.jobs.enqueue;
