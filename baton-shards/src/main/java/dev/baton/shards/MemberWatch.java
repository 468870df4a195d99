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
 * that. Whom the plan does not count on has to have reported lately.
 */
final class MemberWatch {

    private record Sign(long stamp, long since) {}

    private final Stopwatch stopwatch;
    private final Duration absentAfter;
    private final Map<String, Sign> signs = new HashMap<>();

    MemberWatch(Stopwatch stopwatch, Duration absentAfter) {
        this.stopwatch = stopwatch;
        this.absentAfter = absentAfter;
    }

    List<Member> living(GroupView view) {
        long now = stopwatch.elapsed();
        signs.keySet().retainAll(view.members().keySet());
        view.members().forEach((node, row) -> {
            Sign known = signs.get(node);
            if (known == null || known.stamp() != row.seenMicros()) {
                signs.put(node, new Sign(row.seenMicros(), now));
            }
        });
        return view.members().entrySet().stream()
                .filter(entry -> lives(view, entry.getKey(), entry.getValue(), now))
                .map(entry -> entry.getValue().member())
                .toList();
    }

    private boolean lives(GroupView view, String node, MemberRow row, long now) {
        boolean waitedInVain = now - signs.get(node).since() > absentAfter.toNanos();
        boolean reportedLately = row.silent().compareTo(absentAfter) <= 0;
        return view.countsOn(node) ? !waitedInVain : reportedLately;
    }
}
