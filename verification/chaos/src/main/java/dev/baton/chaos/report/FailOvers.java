package dev.baton.chaos.report;

import dev.baton.chaos.faults.Kind;
import dev.baton.chaos.faults.Struck;
import dev.baton.chaos.history.Gates;
import dev.baton.chaos.history.Gates.Opening;
import dev.baton.chaos.history.History;
import dev.baton.chaos.node.Roles;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/**
 * How long a role had no open gate after its leader was hit, by fault and by way of election. For faults, from the blow to
 * the next gate; for what leaves in order, from the last sight of the old gate. A blow that was followed by another before
 * the next gate opened is left out.
 */
public final class FailOvers {

    private FailOvers() {}

    /** Milliseconds, sorted, by "fault | way of election". */
    public static Map<String, List<Double>> of(History history, List<Struck> faults) {
        Map<String, List<Double>> all = new TreeMap<>();
        for (Struck fault : faults) {
            fault.led().forEach((role, epoch) -> {
                if (Roles.ofApplication().containsKey(role)) {
                    measure(history.gates(), faults, fault, role, epoch, all);
                }
            });
        }
        all.values().forEach(times -> times.sort(null));
        return all;
    }

    private static void measure(
            Gates gates, List<Struck> faults, Struck fault, String role, long epoch, Map<String, List<Double>> all) {
        Opening old = gates.of(role).get(epoch);
        Opening next = null;
        for (Opening opening : gates.of(role).tailMap(epoch, false).values()) {
            if (next == null && opening.wasSeen()) {
                next = opening;
            }
        }
        if (next == null || old == null || !old.wasSeen() || next.first() < fault.began()) {
            return;
        }
        boolean other = false;
        for (Struck each : faults) {
            other |= !each.equals(fault) && each.began() < next.first() && each.healed() > fault.began();
        }
        if (other || next.first() > fault.healed() + 15_000_000_000L) {
            return;
        }
        boolean inOrder = fault.kind() == Kind.TERMINATE || fault.kind() == Kind.TRANSFER || fault.kind() == Kind.DRAIN;
        long from = inOrder ? old.last() : fault.began();
        all.computeIfAbsent(fault.kind().title() + " | " + Roles.manner(role), key -> new ArrayList<>())
                .add((next.first() - from) / 1_000_000.0);
    }

    /** Of sorted values. */
    public static double percentile(List<Double> sorted, double part) {
        int index = (int) Math.ceil(part * sorted.size()) - 1;
        return sorted.get(Math.max(0, Math.min(sorted.size() - 1, index)));
    }
}
