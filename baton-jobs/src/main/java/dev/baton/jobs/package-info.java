/**
 * Jobs on the database that is already there: recurring, cron and one-off work, claimed once, by many workers.
 *
 * <h2>The claim</h2>
 *
 * <pre>
 *                claim (claim_number + 1)
 *   scheduled ------------------------------> running --- complete ---&gt; completed, or the row is gone (one-off)
 *       ^                                        |                        scheduled at the next time (recurring)
 *       |--- fail: one-off later, recurring -----|--- fail for the last time ---&gt; dead
 *       |    with its next_run_time unchanged    |--- cancel ------------------&gt; cancelled
 *       |--- reclaim: locked_at is older than ---|
 *            lock_timeout_ms, by database time
 * </pre>
 *
 * <p>The database is the authority. A claim is one conditional UPDATE; its token is {@link dev.baton.jobs.ClaimToken}:
 * job, holder, and a claim number that only grows. Whatever a worker writes about a run afterwards (heartbeat,
 * completion, failure, release) names that token, and changes nothing if the row carries another one. So a worker that
 * was paused past its lock cannot complete a job that somebody else runs now: the refusal is counted, and shown in the
 * run's record.
 *
 * <p>Every time that is compared is the database's. The worker's clock is a stopwatch: a claim is trusted until
 * {@code lock_timeout} after the last confirmed request was <em>sent</em>, less a fiftieth. A run is abandoned (thread
 * interrupted, cancellation signalled, completion refused) at that moment, after three heartbeats in a row that failed, or
 * after one that finds no such claim. The settings are refused unless {@code lock_timeout > 3 * (heartbeat + its
 * time-out)}, so abandoning always comes before reclaiming.
 *
 * <p>The lock of an abandoned run is released when its handler has really ended; a handler that ignores the interrupt
 * keeps it until the time-out. Releasing earlier would invite a second run beside the first.
 *
 * <h2>What is not promised</h2>
 *
 * A handler may run twice: after a crash it must. What it writes to this database is safe with
 * {@link dev.baton.jobs.JobContext#fenced}: that transaction commits under the claim or not at all. What it does outside
 * should carry the token, so that the far side can refuse the older of two.
 *
 * <h2>Where the speed comes from</h2>
 *
 * Nothing is done once per job that can be done once per batch. One thread claims ahead of those that run, as far as they
 * have lately been fast; one thread writes the endings of all runs that have ended meanwhile; heartbeats of all runs
 * share a statement, and a run that ends before its first heartbeat is due never needs one.
 *
 * <h2>What is where</h2>
 *
 * This package is what users call, implement and receive; behind it nothing is exported but {@link dev.baton.jobs.cron}.
 * Every arrow points to the right, and each package may use all that are further right:
 *
 * <pre>
 *   wiring -&gt; worker -&gt; schedule -&gt; enqueue -&gt; event -&gt; store -&gt; claim -&gt; (this package) -&gt; check, cron
 *          -&gt; admin -&gt; schedule
 * </pre>
 *
 * {@link dev.baton.jobs.Jobs#on} has to get from here to the other end. It asks for a service,
 * {@link dev.baton.jobs.JobsProvider}, so that this package depends on nothing that is built on it.
 */
package dev.baton.jobs;
