package dev.baton.server.api;

import dev.baton.jobs.JobRequest;
import dev.baton.server.http.JsonObject;
import dev.baton.server.http.Problem;
import java.nio.charset.StandardCharsets;
import java.util.Optional;

/**
 * Reads what clients say of a job.
 *
 * @param largestPayload in bytes
 */
record JobBodies(int largestPayload) {

    /** What each run is like: {@code job, handler, payload, queue, priority}. */
    JobRequest request(JsonObject body) {
        JobRequest request = JobRequest.of(body.text("job"));
        Optional<String> payload = payload(body);
        request = payload.isPresent() ? request.payload(payload.get()) : request;
        Optional<String> handler = body.optionalText("handler");
        request = handler.isPresent() ? request.handledBy(handler.get()) : request;
        Optional<String> queue = body.optionalText("queue");
        request = queue.isPresent() ? request.queue(queue.get()) : request;
        Optional<Integer> priority = body.optionalNumber("priority");
        return priority.isPresent() ? request.priority(priority.get()) : request;
    }

    /** As it was written. */
    Optional<String> payload(JsonObject body) {
        Optional<byte[]> payload = body.raw("payload");
        if (payload.isPresent() && payload.get().length > largestPayload) {
            throw new Problem(413, "payload_too_large", "a job's payload has at most " + largestPayload + " bytes");
        }
        return payload.map(bytes -> new String(bytes, StandardCharsets.UTF_8));
    }
}
