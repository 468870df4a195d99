package dev.baton.submissions.executor;

import dev.baton.submissions.executor.limits.GatewayGuards;
import dev.baton.submissions.executor.term.ExecutorParts;
import dev.baton.submissions.store.ExecutorTerms;
import dev.baton.submissions.store.GatewayPause;
import java.sql.SQLException;
import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.atomic.AtomicBoolean;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * A gateway that fails is paused on all nodes that have shards, whichever of them noticed. It is a courtesy, not a guarantee: whoever
 * is not told finds out by its own calls. So nothing of it is fenced, and an error of the database costs the notice alone.
 */
final class GatewayPauses {

    private static final Logger LOG = LoggerFactory.getLogger(GatewayPauses.class);

    private final ExecutorParts parts;
    private final ExecutorTerms terms;
    private final GatewayGuards guards;
    private final AtomicBoolean unreadable = new AtomicBoolean();

    GatewayPauses(ExecutorParts parts, ExecutorTerms terms, GatewayGuards guards) {
        this.parts = parts;
        this.terms = terms;
        this.guards = guards;
    }

    /** Tells others what this node has found since it told them last. */
    void tell(String executor) {
        for (Map.Entry<String, Duration> found : guards.takeNewPauses().entrySet()) {
            GatewayPause pause = new GatewayPause(found.getKey(), parts.baton().holderId(), found.getValue());
            LOG.warn(
                    "gateway {} fails: no node calls it for {} ms",
                    pause.gateway(),
                    pause.left().toMillis());
            try {
                parts.sql().use(c -> {
                    terms.pause(c, executor, pause);
                    return true;
                });
            } catch (SQLException e) {
                LOG.warn("other nodes do not hear that gateway {} fails ({})", pause.gateway(), e.getMessage());
            }
        }
    }

    /** Pauses here what other nodes have found to fail. */
    void applyPauses(List<GatewayPause> all) {
        Map<String, Duration> ofOthers = new HashMap<>();
        for (GatewayPause pause : all) {
            if (!pause.holderId().equals(parts.baton().holderId())) {
                ofOthers.put(pause.gateway(), pause.left());
            }
        }
        for (String gateway : guards.pausedByOthers(ofOthers)) {
            LOG.info("gateway {} fails, as another node has found: it is not called here either", gateway);
        }
    }

    /** Said once. */
    void cannotBeRead(SQLException why) {
        if (!unreadable.getAndSet(true)) {
            LOG.warn("this node does not hear which gateways fail on others ({})", why.getMessage());
        }
    }
}
