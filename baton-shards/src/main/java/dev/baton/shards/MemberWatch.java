package dev.baton.shards;

import dev.baton.shards.plan.Member;
import dev.baton.support.Stopwatch;
import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * Who lives, as one coordinator judges it during one term. Whom the plan counts on is gone when this coordinator has itself
 * waited in vain for a report: after an outage of the database everybody's last report is old, and nobody's shards shall move for
 * that. Whom the plan does not count on has to have reported lately as well: by the database's clock, which may be set back, so it is not
 * asked alone.
 */
final class MemberWatch {

    /** So many looks at least are made in vain: a coordinator that could not look has not waited. */
    private static final int LOOKS = 5;

    private record Sign(long stamp, long waited) {}

    private final Stopwatch stopwatch;
    private final Duration absentAfter;
    private final Map<String, Sign> signs = new HashMap<>();
    private long lastLook;

    MemberWatch(Stopwatch stopwatch, Duration absentAfter) {
        this.stopwatch = stopwatch;
        this.absentAfter = absentAfter;
        this.lastLook = stopwatch.elapsed();
    }

    List<Member> living(GroupView view) {
        long now = stopwatch.elapsed();
        long waited = Math.min(now - lastLook, absentAfter.toNanos() / LOOKS);
        lastLook = now;
        signs.keySet().retainAll(view.members().keySet());
        view.members()
                .forEach((node, row) -> signs.merge(
                        node,
                        new Sign(row.seenMicros(), 0),
                        (known, seen) -> known.stamp() == seen.stamp()
                                ? new Sign(known.stamp(), known.waited() + waited)
                                : seen));
        return view.members().entrySet().stream()
                .filter(entry -> lives(view, entry.getKey(), entry.getValue()))
                .map(entry -> entry.getValue().member())
                .toList();
    }

    private boolean lives(GroupView view, String node, MemberRow row) {
        boolean waitedInVain = signs.get(node).waited() > absentAfter.toNanos();
        boolean reportedLately = row.silent().compareTo(absentAfter) <= 0;
        return !waitedInVain && (view.countsOn(node) || reportedLately);
    }
}
