/**
 * Jobs, where {@code baton-jobs} is on the class path: methods as handlers, and a queue that joins the transaction.
 */
package dev.baton.spring.jobs;
