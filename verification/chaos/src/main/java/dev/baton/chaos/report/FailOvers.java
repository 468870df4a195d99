package dev.baton.chaos.report;

import dev.baton.chaos.Result;
import dev.baton.chaos.faults.Kind;
import dev.baton.chaos.faults.Struck;
import dev.baton.chaos.history.Gates;
import dev.baton.chaos.history.Gates.Opening;
import dev.baton.chaos.node.Engine;
import dev.baton.chaos.node.Roles;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.OptionalDouble;
import java.util.TreeMap;

/**
 * How long a role had no open gate after its leader was hit, by fault and by way of election. For faults, from the blow to
 * the next gate; for what leaves in order, from the last sight of the old gate. A blow that was followed by another before
 * the next gate opened is left out.
 */
public final class FailOvers {

    private FailOvers() {}

    /** Milliseconds, sorted, by "fault | way of election". */
    public static Map<String, List<Double>> of(Result result) {
        Map<String, List<Double>> all = new TreeMap<>();
        Engine engine = result.settings().engine();
        for (Struck fault : result.faults()) {
            fault.led().forEach((role, epoch) -> {
                if (Roles.ofApplication(engine).containsKey(role)) {
                    String key = fault.kind().title() + " | " + Roles.manner(role, engine);
                    measure(result, fault, role, epoch)
                            .ifPresent(time -> all.computeIfAbsent(key, k -> new ArrayList<>())
                                    .add(time));
                }
            });
        }
        all.values().forEach(times -> times.sort(null));
        return all;
    }

    private static OptionalDouble measure(Result result, Struck fault, String role, long epoch) {
        Gates gates = result.history().gates();
        Opening old = gates.of(role).get(epoch);
        Opening next = null;
        for (Opening opening : gates.of(role).tailMap(epoch, false).values()) {
            if (next == null && opening.wasSeen()) {
                next = opening;
            }
        }
        if (next == null || old == null || !old.wasSeen() || next.first() < fault.began()) {
            return OptionalDouble.empty();
        }
        boolean other = false;
        for (Struck each : result.faults()) {
            other |= !each.equals(fault) && each.began() < next.first() && each.healed() > fault.began();
        }
        if (other || next.first() > fault.healed() + 15_000_000_000L) {
            return OptionalDouble.empty();
        }
        boolean inOrder = fault.kind() == Kind.TERMINATE || fault.kind() == Kind.TRANSFER || fault.kind() == Kind.DRAIN;
        long from = inOrder ? old.last() : fault.began();
        return OptionalDouble.of((next.first() - from) / 1_000_000.0);
    }

    /** Of sorted values. */
    public static double percentile(List<Double> sorted, double part) {
        int index = (int) Math.ceil(part * sorted.size()) - 1;
        return sorted.get(Math.max(0, Math.min(sorted.size() - 1, index)));
    }
}
