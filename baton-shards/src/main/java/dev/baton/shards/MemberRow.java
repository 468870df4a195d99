package dev.baton.shards;

import dev.baton.shards.plan.Member;
import java.time.Duration;

/**
 * A node of a group, as it last reported itself.
 *
 * @param version of the plan that it has acted on: it stands for all that this plan gives it
 * @param seenMicros a stamp of the report; another one is a later report
 * @param silent how long ago that was, by the database's clock
 */
record MemberRow(Member member, long version, long seenMicros, Duration silent) {}
