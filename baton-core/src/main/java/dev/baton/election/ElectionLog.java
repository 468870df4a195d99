package dev.baton.election;

import dev.baton.LeadershipEvent;
import dev.baton.LeadershipEvent.Cause;
import dev.baton.LeadershipEvent.Kind;
import dev.baton.LeadershipListener;
import dev.baton.Strategy;
import java.time.Instant;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;
import java.util.function.Supplier;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.slf4j.event.Level;
import org.slf4j.spi.LoggingEventBuilder;

/** Writes every event of one candidacy to the log, under its documented name and with its documented keys. */
final class ElectionLog implements LeadershipListener {

    private static final Logger LOG = LoggerFactory.getLogger("dev.baton.leadership");

    private final Supplier<Candidate> candidate;
    private volatile Known known = new Known(0, null);
    private String lastFailure = "";

    /** The term that was last heard of, and its expiry. */
    private record Known(long epoch, Instant expiresAt) {}

    ElectionLog(Supplier<Candidate> candidate) {
        this.candidate = candidate;
    }

    /** With what this candidacy has heard before, where the event itself does not say it. Heartbeats tell, even unlogged. */
    LeadershipEvent complete(LeadershipEvent event) {
        Known before = known;
        if (event.expiresAt().isPresent()) {
            known = new Known(event.epoch(), event.expiresAt().get());
            return event;
        }
        return event.epoch() == 0 || event.epoch() == before.epoch() ? inTerm(event, before) : event;
    }

    private static LeadershipEvent inTerm(LeadershipEvent event, Known term) {
        return new LeadershipEvent(
                event.kind(),
                event.role(),
                event.holderId(),
                term.epoch(),
                Optional.ofNullable(term.expiresAt()),
                event.gateDeadline(),
                event.elapsed(),
                event.cause(),
                event.reason(),
                event.error());
    }

    /** When that term's row expires, as far as it was heard of. */
    Optional<Instant> expiresAt(long epoch) {
        Known now = known;
        return now.epoch() == epoch ? Optional.ofNullable(now.expiresAt()) : Optional.empty();
    }

    /** Whether nothing would be written: heartbeats are frequent, and usually nobody reads them. */
    boolean silentOn(LeadershipEvent event) {
        return event.kind() == Kind.LEADER_RENEWED && !LOG.isEnabledForLevel(renewal());
    }

    private Level renewal() {
        return candidate.get().strategy() instanceof Strategy.Lease ? Level.INFO : Level.DEBUG;
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
        fields.put("scope_key", candidate.get().scopeKey());
        event.expiresAt().ifPresent(at -> fields.put("expires_at", at));
        if (event.gateDeadline() != 0) {
            fields.put("gate_deadline", event.gateDeadline());
        }
        fields.put("reason", reason(event));
        event.error().ifPresent(error -> fields.put("sql_error", String.valueOf(error)));
        return fields;
    }

    private static String reason(LeadershipEvent event) {
        if (!event.reason().isEmpty()) {
            return event.reason();
        }
        return switch (event.kind()) {
            case LEADER_RENEWED -> "the heartbeat was acknowledged";
            case GATE_OPENED -> "the role is held, and the last heartbeat is young enough";
            default ->
                event.cause() == Cause.NONE ? "none was given" : event.cause().label();
        };
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
