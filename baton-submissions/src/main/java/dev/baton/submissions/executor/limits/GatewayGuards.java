package dev.baton.submissions.executor.limits;

import dev.baton.submissions.executor.term.ExecutorSettings;
import dev.baton.submissions.gateway.GatewayLimits;
import dev.baton.submissions.store.Lanes;
import dev.baton.support.Stopwatch;
import java.time.Duration;
import java.util.HashMap;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.concurrent.ConcurrentHashMap;

/**
 * What stands before each gateway: for one term, or for all terms of a node where the executor is divided. Lanes of one gateway
 * share what it bears.
 */
public final class GatewayGuards {

    private final ExecutorSettings settings;
    private final Stopwatch time;
    private final Runnable freed;
    private final Map<String, GatewayGuard> byName = new ConcurrentHashMap<>();

    /** @param freed told when one of them has room again, after it had none */
    public GatewayGuards(ExecutorSettings settings, Stopwatch time, Runnable freed) {
        this.settings = settings;
        this.time = time;
        this.freed = freed;
    }

    /** What stands before the gateway of a lane. A gateway with limits of its own is never divided. */
    public GatewayGuard of(String lane) {
        String gateway = settings.limits().containsKey(lane) ? lane : Lanes.gatewayOf(lane);
        return named(gateway);
    }

    private GatewayGuard named(String gateway) {
        return byName.computeIfAbsent(
                gateway,
                name -> new GatewayGuard(
                        name,
                        settings.limits().getOrDefault(name, GatewayLimits.DEFAULT),
                        settings.concurrency(),
                        time,
                        freed));
    }

    /** Gateways whose calls from here have failed since the last question, and for how long others are to wait. */
    public Map<String, Duration> takeNewPauses() {
        Map<String, Duration> pauses = new HashMap<>();
        byName.forEach((name, guard) -> guard.takeNewPause().ifPresent(left -> pauses.put(name, left)));
        return pauses;
    }

    /**
     * What other nodes have found, as of now.
     *
     * @param left for how long each of these gateways is not to be called
     * @return those of which this is news
     */
    public Set<String> pausedByOthers(Map<String, Duration> left) {
        Set<String> news = new TreeSet<>();
        left.forEach((name, some) -> {
            if (named(name).pausedByOthers(some)) {
                news.add(name);
            }
        });
        byName.forEach((name, guard) -> {
            if (!left.containsKey(name)) {
                guard.pausedByNobodyElse();
            }
        });
        return news;
    }
}
