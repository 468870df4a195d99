package dev.baton.jobs;

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
}
