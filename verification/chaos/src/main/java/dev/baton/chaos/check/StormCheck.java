package dev.baton.chaos.check;

import dev.baton.chaos.cluster.Cluster.Leader;
import dev.baton.chaos.hostile.Harm;
import dev.baton.chaos.node.Roles;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;

/** After a storm: nobody has ended, nobody was deposed, nobody was let in. */
public final class StormCheck {

    private static final int SERVER_ERROR = 500;
    private static final int TOO_BUSY = 503;

    /** A process that stood still for so long may have missed what keeps a leader. */
    private static final long EXCUSE_MILLIS = Roles.TRUST_WINDOW.toMillis() * Roles.PATIENT;

    private StormCheck() {}

    /** @param ended nodes whose process is no longer the one that was started */
    public static Finding alive(List<String> nodes, List<String> ended) {
        Tally tally = new Tally("No node has ended");
        nodes.forEach(node -> tally.expect(!ended.contains(node), node + " has ended"));
        return tally.finding();
    }

    /** @param stillMillis how long this machine itself stood still at most: then a leader is lost with or without a storm */
    public static Finding led(List<Leader> before, List<Leader> after, long stillMillis) {
        Tally tally = new Tally("Leadership has not moved");
        Map<String, Leader> now = after.stream().collect(Collectors.toMap(Leader::role, leader -> leader));
        boolean excused = stillMillis >= EXCUSE_MILLIS;
        before.stream().sorted(Comparator.comparing(Leader::role)).forEach(leader -> {
            Leader there = now.get(leader.role());
            boolean same = there != null && there.node().equals(leader.node()) && there.epoch() == leader.epoch();
            tally.expect(
                    same || excused,
                    leader.role() + " was led by " + leader.node() + " in epoch " + leader.epoch() + ", and then "
                            + (there == null ? "by nobody" : "by " + there.node() + " in epoch " + there.epoch()));
        });
        return tally.note("the machine itself stood still for " + stillMillis + " ms at most"
                        + (excused ? ", which excuses it" : ""))
                .finding();
    }

    /** Each was tried, and none had an answer that tells of an error of ours. */
    public static Finding refused(Map<Harm, Map<Integer, Long>> answers) {
        Tally tally = new Tally("Every attack was made, refused in words, and let nobody in");
        for (Harm harm : Harm.values()) {
            Map<Integer, Long> counts = answers.getOrDefault(harm, Map.of());
            tally.expect(!counts.isEmpty(), harm.label() + ": never tried");
            counts.forEach((status, count) -> {
                boolean error = status >= SERVER_ERROR && status != TOO_BUSY;
                boolean letIn = status / 100 == 2 && harm.mustBeRefused();
                tally.expect(!error && !letIn, harm.label() + ": answered " + status + ", " + count + " times");
            });
        }
        return tally.finding();
    }
}
