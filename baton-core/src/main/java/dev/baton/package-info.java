/**
 * Exactly one acting instance per role: tokens, gates, strategies and the events of leadership. Knows no database.
 *
 * <p>A process stands for a role with a {@link dev.baton.Campaign}. While it leads, its {@link dev.baton.LeaderGate} is
 * open, and hands out the {@link dev.baton.LeaderToken} of the term: role, holder and epoch. Every act passes the gate;
 * every write also carries the token to the fence of {@code dev.baton.sql}, which refuses it once a later term exists.
 *
 * <ul>
 *   <li>The gate shuts by its own deadline, without any thread having to run: a process that was paused finds it shut.
 *   <li>Epochs only grow and are never used twice, whoever leads.
 *   <li>A {@link dev.baton.Strategy} says how a role is elected, a {@link dev.baton.Takeover} when a successor may act.
 *   <li>{@link dev.baton.LeaderWork} is what goes on for a whole {@link dev.baton.Term}.
 *   <li>A {@link dev.baton.LeadershipListener} hears everything that happens, after it happened, and can delay nothing.
 * </ul>
 *
 * <p>How an election works is told in {@code dev.baton.election}, which is not part of the API.
 */
package dev.baton;
