package dev.baton.election;

import dev.baton.LeadershipEvent;
import dev.baton.LeadershipEvent.Kind;
import dev.baton.LeadershipListener;
import dev.baton.Strategy;
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

    @Override
    public void on(LeadershipEvent event) {
        LoggingEventBuilder line = LOG.atLevel(level(event))
                .addKeyValue("event", event.kind().label())
                .addKeyValue("role", event.role())
                .addKeyValue("holder_id", event.holderId())
                .addKeyValue("lease_epoch", event.epoch())
                .addKeyValue("scope_key", candidate.scopeKey());
        event.expiresAt().ifPresent(at -> line.addKeyValue("expires_at", at));
        if (event.gateDeadline() != 0) {
            line.addKeyValue("gate_deadline", event.gateDeadline());
        }
        if (!event.reason().isEmpty()) {
            line.addKeyValue("reason", event.reason());
        }
        event.error().ifPresent(error -> line.addKeyValue("sql_error", String.valueOf(error)));
        line.log(event.kind().label());
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
            case LEADER_RENEWED -> candidate.strategy() instanceof Strategy.Lease ? Level.INFO : Level.DEBUG;
            case LEADER_ACQUIRE_FAILED -> repeated ? Level.DEBUG : Level.WARN;
            case LEADER_LOST, LEADER_RENEW_FAILED, HOLDER_EVICTED, FENCED_WRITE_REJECTED, LEADER_STALE -> Level.WARN;
            default -> Level.INFO;
        };
    }
}
