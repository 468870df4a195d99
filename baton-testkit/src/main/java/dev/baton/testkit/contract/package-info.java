/**
 * What every database has to keep, as tests. {@link dev.baton.testkit.contract.DatabaseContract} gathers what holds
 * everywhere; the interfaces that it does not implement are for databases with session locks, or with a server of their
 * own.
 */
package dev.baton.testkit.contract;
