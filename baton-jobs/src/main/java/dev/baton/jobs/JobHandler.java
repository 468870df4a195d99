package dev.baton.jobs;

import java.time.Duration;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;

/** What a job does. */
@FunctionalInterface
public interface JobHandler {

    /**
     * Runs once. Returning completes the run, throwing fails it. The thread is interrupted when the run is to end early:
     * claim lost, time-out, cancelled.
     */
    void run(JobContext context) throws Exception;

    /** A handler that gets its payload read. What the reader throws makes the job a dead letter, with the reason. */
    static <T> JobHandler reading(PayloadReader<T> reader, Typed<T> handler) {
        return context -> {
            T payload;
            try {
                payload = reader.read(context.payload());
            } catch (PayloadException e) {
                throw e;
            } catch (Exception e) {
                throw new PayloadException("the payload cannot be read: " + e, e);
            }
            handler.run(context, payload);
        };
    }

    /**
     * Reads a payload, with whatever JSON library the application uses.
     *
     * @param <T> what it becomes
     */
    @FunctionalInterface
    interface PayloadReader<T> {
        T read(String json) throws Exception;
    }

    /**
     * A handler of payloads that were read.
     *
     * @param <T> what the payload became
     */
    @FunctionalInterface
    interface Typed<T> {
        void run(JobContext context, T payload) throws Exception;
    }

    /** What a job does where it mostly waits for others: while a run is under way it holds no thread. */
    @FunctionalInterface
    interface Async extends JobHandler {

        /**
         * Begins a run, and answers at once. The run ends when the future does: completed, or failed with its exception. When the
         * run is to end early (claim lost, time-out, cancelled) the future is cancelled, and whatever is under way should be given up.
         */
        CompletableFuture<?> begin(JobContext context) throws Exception;

        /** The same, waited for: whoever takes it for a plain handler gets one. */
        @Override
        @SuppressWarnings("FunctionalInterfaceMethodChanged")
        default void run(JobContext context) throws Exception {
            CompletableFuture<?> run = begin(context);
            try {
                run.get();
            } finally {
                run.cancel(true);
            }
        }
    }

    /** A run that failed in a way that says what to do next. Its text is all that is kept of it. */
    final class FailedException extends RuntimeException {
        private static final long serialVersionUID = 1L;

        private final boolean lasting;
        private final Duration pause;

        private FailedException(String message, boolean lasting, Duration pause) {
            super(message, null, false, false);
            this.lasting = lasting;
            this.pause = pause;
        }

        /** To be tried again as the job's policy says. */
        public static FailedException again(String message) {
            return new FailedException(message, false, null);
        }

        /** To be tried again, as often as the policy says, but not sooner than that. */
        public static FailedException againAfter(String message, Duration pause) {
            return new FailedException(message, false, pause);
        }

        /** Trying again would not help: a one-off job becomes a dead letter at once. */
        public static FailedException forGood(String message) {
            return new FailedException(message, true, null);
        }

        public boolean isForGood() {
            return lasting;
        }

        /** How long to leave it alone at least, if it said so. */
        public Optional<Duration> pause() {
            return Optional.ofNullable(pause);
        }
    }
}
