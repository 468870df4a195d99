/**
 * Who stands for which shard: pure functions, no clock and no database.
 *
 * <p>Every shard has an owner, who stands for it, and an heir, who stands for it too and takes it when the owner dies.
 * Shares follow the method of Webster, seat by seat: of all ways to divide by weight it is one in which a member that
 * comes or goes changes only what it brings or leaves. So what the planner needs to move is never more than that.
 */
package dev.baton.shards.plan;
