/**
 * The executor on the leader, told once.
 *
 * <h2>Who may do what</h2>
 *
 * Any node accepts intents and reads them. Only the leader of role {@code submission-manager-executor} makes attempts,
 * delivers webhooks and prunes. The database is authoritative: the row of an intent says where it stands, and
 * {@code attempt_count} on it is the only source of attempt numbers. What the leader keeps in memory is a copy that may be
 * thrown away at any time.
 *
 * <h2>A term</h2>
 *
 * <pre>
 *  rebuild:  unfinished attempts of other terms -> unknown;  feed cursors to now;  window from the due index
 *  re-check: lost meanwhile? discard, return
 *  loop:     refresh (hint or interval) -> take what is due -> record starts -> call -> record outcomes
 * </pre>
 *
 * <h2>An attempt, and what a crash leaves at each point</h2>
 *
 * <pre>
 *  gate | dequeue | gate, fence UNEXPIRED: start recorded, attempt_count+1, in_flight | gate | call | fence CURRENT: outcome
 *       ^ nothing ^ nothing                                                ^ unknown  ^ unknown     ^ unknown          ^ done
 * </pre>
 *
 * Within the call the gate is looked at once more, for every piece of the body: a connection may have taken longer than the
 * leader is trusted. An attempt that the gate stops between its recorded start and the last of its bytes is
 * {@code aborted}: it has a number and does not count. One that another term started and did not finish is {@code unknown}: it counts, because nobody knows whether the
 * gateway was called. A {@code one_shot} intent is then exhausted, never sent twice.
 *
 * <h2>The schedule</h2>
 *
 * A {@linkplain dev.baton.submissions.executor.schedule.GatewayWindow window} of the nearest intents for each lane, bounded, so that ten
 * million pending intents cost no more memory than a thousand, and a gateway with a long queue does not push out the
 * others. A window that does not hold everything has a horizon; what lies beyond stays in the database until the window
 * is refilled. Due times are told by the database as milliseconds from now and counted down on the stopwatch; the start
 * itself is conditional on the database's clock. Refreshing is described in {@link dev.baton.submissions.store.Changes}.
 *
 * <h2>Batches and slots</h2>
 *
 * Starts and outcomes of many intents share a fenced transaction each. A batch of starts never exceeds the free call
 * slots, and a slot is free again when its outcome is on record: a crash burns no attempt that was never going to be sent.
 * A batch that fails on data is split until the culprit is alone; it is recorded as an error. Zero rows on an intent under
 * a valid fence mean that it moved on: it is skipped; or that somebody {@linkplain dev.baton.submissions.store.HeldRows holds it}: it is tried
 * again. Only the fence's own refusal is loss of leadership; any other SQL error makes the leader step down.
 *
 * <h2>In shards</h2>
 *
 * What is divided is the lane: a gateway, or one target's part of it. A term of a shard is a term as told here that leaves out the
 * lanes that it does not {@linkplain dev.baton.submissions.executor.term.LaneShare cover}, under the token of the shard's own role. Call
 * slots and what stands before gateways are shared by all terms of a node; that a gateway fails is told to the others. Webhooks and pruning stay with the leader of the role.
 *
 * <p>Where the database can, starts and outcomes of all terms of a node are written together, in one transaction under the fence of each.
 * If one of them is stale, or anything else is in the way, nothing of that is written and each term writes by itself, as told here.
 *
 * <p>Whether the executor is divided is that leader's word, {@linkplain dev.baton.submissions.store.ExecutorTerms on record}: nodes may be
 * configured either way while a cluster is changed. A leader that makes all attempts first has every term of a shard end, or
 * finds it over and shuts it out; a shard begins nothing before it was let in, and finds in each transaction that it still is.
 *
 * <h2>Rooms</h2>
 *
 * {@code term}: what the threads of a term share. {@code schedule}: which intents wait. {@code limits}: whether a gateway
 * may be called now. {@code attempts}: start, call, outcome, and what a former leader left. {@code webhooks}: ends that
 * are told. Here: the term that puts them together.
 *
 * <h2>What is not promised</h2>
 *
 * A pause between the last look at the gate and the sending of the bytes. The call carries an idempotency key and the
 * epoch, so that the far side can tell a repetition and refuse a former leader.
 */
package dev.baton.submissions.executor;
