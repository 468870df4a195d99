package dev.baton.jobs;

import java.time.Instant;

/**
 * A worker as it last told of itself.
 *
 * @param busy threads with a job
 * @param completed jobs since its start
 */
public record WorkerView(
        String holderId, String nodeId, int threads, int busy, long completed, long failed, Instant seenAt) {}
