package dev.baton;

import java.util.Map;
import java.util.Optional;

/**
 * Makes spans of what the libraries do, for whoever traces; {@link #NONE} makes none. The libraries know no tracing system:
 * they say what begins, hand on where it belongs, and say how it ended. Called on the threads that do the work: an
 * implementation must be quick and must not throw. Changes of roles are told to a {@link LeadershipListener}.
 */
@FunctionalInterface
public interface Tracing {

    /** Traces nothing. */
    Tracing NONE = (operation, parent, attributes) -> Span.NONE;

    /**
     * Something begins.
     *
     * @param parent the W3C {@code traceparent} of what it belongs to; without one it belongs to what is current on this
     *     thread
     * @param attributes what is known about it; strings, longs and booleans
     */
    Span begin(Operation operation, Optional<String> parent, Map<String, Object> attributes);

    /** What is traced. */
    enum Operation {
        /** Storing an intent, or a batch of them. */
        ACCEPT("baton.accept"),
        /** An attempt, from its recorded start to its recorded outcome. */
        ATTEMPT("baton.attempt"),
        /** The call of an attempt to the outside. */
        GATEWAY_CALL("baton.gateway_call"),
        /** Storing a job, or a batch of them. */
        ENQUEUE("baton.enqueue"),
        /** A run of a job's handler. */
        JOB("baton.job");

        private final String label;

        Operation(String label) {
            this.label = label;
        }

        /** The span's name. */
        public String label() {
            return label;
        }
    }

    /**
     * Something under way. Ended by any thread, and the first end counts: whoever closes one that has failed changes nothing,
     * so it can be used in try-with-resources.
     */
    interface Span extends AutoCloseable {

        /** Stands for nothing. */
        Span NONE = new Span() {};

        /** What to hand on to whatever continues the trace; empty where nothing is traced. */
        default Optional<String> traceparent() {
            return Optional.empty();
        }

        /** Makes it the current one of this thread until closed by this thread. */
        default Scope enter() {
            return () -> {};
        }

        /** Adds to what is known about it. */
        default Span with(String attribute, Object value) {
            return this;
        }

        default void end() {}

        /** Ends it as a failure. */
        default void fail(String why) {}

        /** {@linkplain #end() Ends} it, if it has not ended yet. */
        @Override
        default void close() {
            end();
        }
    }

    /** What is current on a thread, until closed. */
    @FunctionalInterface
    interface Scope extends AutoCloseable {
        @Override
        void close();
    }
}
