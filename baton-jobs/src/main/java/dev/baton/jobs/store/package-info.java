/**
 * All that the other packages ask of the database: the statements that are hot, the same verbs for every dialect, and how
 * patient one is with a database that is away. Decides nothing about jobs beyond what a statement says.
 */
package dev.baton.jobs.store;
