/** Which intents wait: a bounded window of the nearest ones for each gateway, kept in step with the database. */
package dev.baton.submissions.executor.schedule;
