/**
 * ShedLock on Baton's leases: what has {@code @SchedulerLock} today gains the database's clock and a token.
 * {@link dev.baton.shedlock.BatonLockProvider} takes the place of the provider that is there; each lock is a term of a role
 * {@code shedlock.NAME}, whose token the locked method finds at {@code BatonLockProvider.token()} and can fence its writes
 * with.
 */
package dev.baton.shedlock;
