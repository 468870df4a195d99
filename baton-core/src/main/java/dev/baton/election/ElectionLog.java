package dev.baton.election;

import dev.baton.LeadershipEvent;
import dev.baton.LeadershipEvent.Kind;
import dev.baton.LeadershipListener;
import dev.baton.Strategy;
import java.util.LinkedHashMap;
import java.util.Map;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.slf4j.event.Level;
import org.slf4j.spi.LoggingEventBuilder;

/** Writes every event of one candidacy to the log, under its documented name and with its documented keys. */
final class ElectionLog implements LeadershipListener {

    private static final Logger LOG = LoggerFactory.getLogger("dev.baton.leadership");

    private final Candidate candidate;
    private String lastFailure = "";

    ElectionLog(Candidate candidate) {
        this.candidate = candidate;
    }

    /** Whether nothing would be written: heartbeats are frequent, and usually nobody reads them. */
    boolean silentOn(LeadershipEvent event) {
        return event.kind() == Kind.LEADER_RENEWED && !LOG.isEnabledForLevel(renewal());
    }

    private Level renewal() {
        return candidate.strategy() instanceof Strategy.Lease ? Level.INFO : Level.DEBUG;
    }

    @Override
    public void on(LeadershipEvent event) {
        LoggingEventBuilder line = LOG.atLevel(level(event));
        for (Map.Entry<String, Object> field : fields(event).entrySet()) {
            line = line.addKeyValue(field.getKey(), field.getValue());
        }
        line.log(event.kind().label());
    }

    private Map<String, Object> fields(LeadershipEvent event) {
        Map<String, Object> fields = new LinkedHashMap<>();
        fields.put("event", event.kind().label());
        fields.put("role", event.role());
        fields.put("holder_id", event.holderId());
        fields.put("lease_epoch", event.epoch());
        fields.put("scope_key", candidate.scopeKey());
        event.expiresAt().ifPresent(at -> fields.put("expires_at", at));
        if (event.gateDeadline() != 0) {
            fields.put("gate_deadline", event.gateDeadline());
        }
        if (!event.reason().isEmpty()) {
            fields.put("reason", event.reason());
        }
        event.error().ifPresent(error -> fields.put("sql_error", String.valueOf(error)));
        return fields;
    }

    /** One line for an outage, not one for each try. */
    private Level level(LeadershipEvent event) {
        boolean repeated =
                event.kind() == Kind.LEADER_ACQUIRE_FAILED && event.reason().equals(lastFailure);
        if (event.kind() == Kind.LEADER_ACQUIRE_FAILED) {
            lastFailure = event.reason();
        } else if (event.kind() == Kind.LEADER_ACQUIRED) {
            lastFailure = "";
        }
        return switch (event.kind()) {
            case LEADER_RENEWED -> renewal();
            case LEADER_ACQUIRE_FAILED -> repeated ? Level.DEBUG : Level.WARN;
            case LEADER_LOST, LEADER_RENEW_FAILED, HOLDER_EVICTED, FENCED_WRITE_REJECTED, LEADER_STALE -> Level.WARN;
            default -> Level.INFO;
        };
    }
}
