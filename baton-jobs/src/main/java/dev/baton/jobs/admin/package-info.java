/**
 * What operators do to jobs, by statements on the tables.
 */
package dev.baton.jobs.admin;
