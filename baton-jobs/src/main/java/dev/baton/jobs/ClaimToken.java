package dev.baton.jobs;

import java.util.UUID;

/**
 * Proof of one claim of a job. Two tokens are the same claim only if all three parts agree.
 *
 * @param jobId the job
 * @param holderId the process that claimed it
 * @param claimNumber grows with every claim of the job: a far side that refuses smaller ones refuses stale runs
 */
public record ClaimToken(UUID jobId, String holderId, long claimNumber) {

    @Override
    public String toString() {
        return jobId + "#" + claimNumber + "@" + holderId;
    }
}
