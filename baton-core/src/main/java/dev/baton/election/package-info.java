/**
 * The election of one role, told once.
 *
 * <h2>States</h2>
 *
 * <pre>
 *              start                    Acquired                     leave, work ended
 *  Resting ------------> Following ------------------> Leading ----------------------------> Leaving
 *     ^                   |   ^  ^                      |   |                                  |  |
 *     |   stop, drain     |   |  |  Lost, Failed,       |   |                                  |  |
 *     +-------------------+   |  +--fence refused-------+   |                                  |  |
 *     |                       +------------- transfer, resign ---------------------------------+  |
 *     +----------------------------------------- stop, drain -------------------------------------+
 * </pre>
 *
 * <h2>Who is authoritative</h2>
 *
 * The row of the role in the database, and nothing else. It says who holds the role and under which epoch; its epoch
 * grows with every term and its row is never deleted. Every comparison of instants happens there, with the database's
 * clock. This process has a {@link dev.baton.support.Stopwatch} and uses it in one direction only: to shut a gate
 * early, or to open one later.
 *
 * <h2>The gate's deadline</h2>
 *
 * <pre>deadline = stopwatch when the last acknowledged heartbeat was SENT + window - margin</pre>
 *
 * The window is the lease (strategy {@code lease}) or the trust window (strategy {@code session}); the margin covers
 * clocks that do not run at quite the same rate. Counted from the sending, the deadline is before anything that the
 * database can have derived from that heartbeat, however long the answer took. The gate needs no thread to shut.
 *
 * <h2>Why gates do not overlap</h2>
 *
 * <ul>
 *   <li>{@code lease}: a rival acquires only when {@code expires_at <= now} by the database's clock, and the row was
 *       extended after the heartbeat was sent, so the old deadline is earlier.
 *   <li>{@code session}, released: the old holder shut its gate before it marked the row.
 *   <li>{@code session}, not released, takeover {@code exclusive}: every acknowledged heartbeat of the old holder
 *       precedes the grant of the lock. So its gate is shut one trust window after the grant, on the new holder's own
 *       stopwatch. The lock alone proves nothing: the old connection may have been cut on the database's side only. A
 *       holder that has not opened its gate yet keeps its predecessor's window in the row and never marks the row
 *       released.
 *   <li>after a fail-over of the database (another timeline) a released mark proves nothing either, because what followed
 *       it may be lost.
 * </ul>
 *
 * <h2>How a term ends</h2>
 *
 * On the first heartbeat that errs, times out or finds no such term; on a fence that refuses holder or epoch; on the
 * work's own word. No retry hides it. With {@code session}, a heartbeat that is merely late shuts the gate and the next
 * good one opens it again: the lock proves that nobody else can have taken over in between. After every end the
 * instance stands again, for ever, under a new epoch. A lease that its holder gave up is released first, and others have a
 * moment to come before its last holder asks again; nobody stands while work of its own earlier term still runs.
 *
 * <h2>What is not promised</h2>
 *
 * A pause between the gate's check and the act. What the act writes to the database is stopped by the fence; what leaves
 * for elsewhere carries the epoch.
 */
package dev.baton.election;
