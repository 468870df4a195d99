/** ShedLock on Baton's leases: what has {@code @SchedulerLock} today gains the database's clock and a token. */
package dev.baton.shedlock;
