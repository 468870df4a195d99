package dev.baton.submissions.executor.webhooks;

import java.util.HashMap;
import java.util.HashSet;
import java.util.Map;
import java.util.Set;

/**
 * How many deliveries each host has under way. One that does not answer costs a time-out each time: it gets one delivery at a
 * time until it answers again, so that the others do not wait for it. Used by one thread.
 */
final class HostSlots {

    private static final int MOST = 16;

    private final Map<String, Integer> underWay = new HashMap<>();
    private final Set<String> silent = new HashSet<>();

    /** Whether this host may have one more. */
    boolean tryTake(String host) {
        int now = underWay.getOrDefault(host, 0);
        if (now >= (silent.contains(host) ? 1 : MOST)) {
            return false;
        }
        underWay.put(host, now + 1);
        return true;
    }

    /** One is over. */
    void free(String host, boolean answered) {
        underWay.computeIfPresent(host, (name, number) -> number == 1 ? null : number - 1);
        if (answered) {
            silent.remove(host);
        } else {
            silent.add(host);
        }
    }
}
