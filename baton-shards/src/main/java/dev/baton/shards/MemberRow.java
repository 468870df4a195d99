package dev.baton.shards;

import dev.baton.shards.plan.Member;
import java.time.Duration;

/**
 * A node of a group, as it last reported itself; draining also if an operator wants that.
 *
 * @param holder which process of the node
 * @param version of the plan that it has acted on: it stands for all that this plan gives it
 * @param seenMicros a stamp of the report; another one is a later report
 * @param silent how long ago that was, by the database's clock. A time in the future means that the clock was set back. Its distance counts
 *     as its age; otherwise a dead node would look alive until the clock catches up
 */
record MemberRow(Member member, String holder, long version, long seenMicros, Duration silent) {

    MemberRow {
        silent = silent.abs();
    }
}
