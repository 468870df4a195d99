/**
 * One role led by many nodes, a part each. A group is divided into shards, and every shard is a role of its own: lease row, epochs,
 * gate, fence and history are those of the core, and nothing here can make two nodes lead one shard.
 *
 * <pre>
 *  members (each node reports itself) --> coordinator --> plan: owner and heir of each shard --> every node
 *                                         one leader,                                        stands for its own and what it
 *                                         fenced writes                                      may inherit, hands over the rest
 * </pre>
 *
 * <p><b>A crash</b> waits for nobody but the core: the heir stands for the shard already. <b>A move</b> is a change of the
 * plan; who leads the shard hands it over to its new owner when that one stands for it, work in flight finished first. <b>The
 * coordinator</b> is the leader of {@code <group>.coordinator}; without one, shards are led and inherited all the same.
 *
 * <p><b>Another number of shards</b> is another layout. The coordinator marks the old one as closing; from then on no term
 * begins to work in it, because each looks first, in a fenced transaction. It then takes every shard's role itself: when it
 * has had them all, no gate of the old layout is open and every epoch of it is past. Only then is the next layout written.
 */
package dev.baton.shards;
