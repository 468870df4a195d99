package dev.baton.spring.tracing;

import dev.baton.Tracing;
import io.micrometer.observation.Observation;
import io.micrometer.observation.ObservationRegistry;
import io.micrometer.observation.transport.Kind;
import io.micrometer.observation.transport.ReceiverContext;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.Function;

/** What the libraries do, as observations: spans where a tracer listens, timers where meters do. */
final class ObservationTracing implements Tracing {

    /** Of these there are few; of ids and numbers there is no end, and no meter may have them. */
    private static final Set<String> BOUNDED = Set.of("baton.job", "baton.gateway", "baton.target", "baton.outcome");

    private final ObservationRegistry registry;
    private final Function<Observation.Context, Optional<String>> traceparents;

    /**
     * @param traceparents where an observation is in its trace, if anybody traces
     */
    ObservationTracing(ObservationRegistry registry, Function<Observation.Context, Optional<String>> traceparents) {
        this.registry = registry;
        this.traceparents = traceparents;
    }

    @Override
    public Span begin(Operation operation, Optional<String> parent, Map<String, Object> attributes) {
        Observation observation = Observation.createNotStarted(
                operation.label(),
                () -> parent.<Observation.Context>map(traceparent -> within(traceparent, kind(operation)))
                        .orElseGet(Observation.Context::new),
                registry);
        named(operation, attributes).ifPresent(observation::contextualName);
        always(operation).forEach(observation::lowCardinalityKeyValue);
        attributes.forEach((name, value) -> put(observation, name, value));
        return new Observed(observation.start());
    }

    private static Optional<String> named(Operation operation, Map<String, Object> attributes) {
        return operation == Operation.JOB ? Optional.of("job " + attributes.get("baton.job")) : Optional.empty();
    }

    /** A meter has the same tags every time, known at the beginning or not. */
    private static Map<String, String> always(Operation operation) {
        return switch (operation) {
            case ACCEPT -> Map.of("baton.target", "several", "baton.outcome", "none");
            case ATTEMPT, GATEWAY_CALL -> Map.of("baton.outcome", "none");
            case ENQUEUE, JOB -> Map.of();
        };
    }

    /** It belongs to what is elsewhere: the header is all that is known of it. */
    private static Observation.Context within(String traceparent, Kind kind) {
        ReceiverContext<String> context = new ReceiverContext<>(
                (carrier, header) -> header.equalsIgnoreCase("traceparent") ? carrier : null, kind);
        context.setCarrier(traceparent);
        return context;
    }

    private static Kind kind(Operation operation) {
        return switch (operation) {
            case ACCEPT, ENQUEUE -> Kind.PRODUCER;
            case ATTEMPT, JOB -> Kind.CONSUMER;
            case GATEWAY_CALL -> Kind.CLIENT;
        };
    }

    private static void put(Observation observation, String name, Object value) {
        if (BOUNDED.contains(name)) {
            observation.lowCardinalityKeyValue(name, String.valueOf(value));
        } else {
            observation.highCardinalityKeyValue(name, String.valueOf(value));
        }
    }

    /** An observation as the libraries see it. */
    private final class Observed implements Span {

        private final Observation observation;
        private final AtomicBoolean ended = new AtomicBoolean();

        Observed(Observation observation) {
            this.observation = observation;
        }

        @Override
        public Optional<String> traceparent() {
            return traceparents.apply(observation.getContext());
        }

        @Override
        public Scope enter() {
            Observation.Scope scope = observation.openScope();
            return scope::close;
        }

        @Override
        public Span with(String attribute, Object value) {
            put(observation, attribute, value);
            return this;
        }

        @Override
        public void end() {
            if (ended.compareAndSet(false, true)) {
                observation.stop();
            }
        }

        @Override
        public void fail(String why) {
            if (ended.compareAndSet(false, true)) {
                observation.error(new IllegalStateException(why));
                observation.stop();
            }
        }
    }
}
