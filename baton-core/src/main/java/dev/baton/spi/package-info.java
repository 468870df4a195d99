/**
 * What a database has to do for an election: the {@link dev.baton.spi.LeaderStore} verbs with their sealed outcomes, and
 * the rules of succession that every store applies inside its own transaction.
 */
package dev.baton.spi;
