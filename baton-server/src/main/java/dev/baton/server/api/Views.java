package dev.baton.server.api;

import com.fasterxml.jackson.annotation.JsonIgnoreProperties;
import com.fasterxml.jackson.annotation.JsonUnwrapped;
import dev.baton.jobs.JobDetails;
import dev.baton.jobs.JobRun;
import dev.baton.jobs.JobView;
import dev.baton.sql.Leadership;
import dev.baton.submissions.model.Attempt;
import dev.baton.submissions.model.Intent;
import dev.baton.submissions.model.IntentHistory;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import tools.jackson.databind.JsonNode;

/** Things as they stand on the wire. */
final class Views {

    private Views() {}

    /** A role's leader. */
    record Leader(
            String role,
            String nodeId,
            String holderId,
            long leaseEpoch,
            String strategy,
            String takeover,
            Instant acquiredAt,
            Instant renewedAt,
            Instant expiresAt,
            boolean released) {

        static Leader of(Leadership.Leader row) {
            return new Leader(
                    row.role(),
                    row.nodeId(),
                    row.holderId(),
                    row.epoch(),
                    row.strategy(),
                    row.takeover(),
                    row.acquiredAt(),
                    row.renewedAt(),
                    row.expiresAt(),
                    row.released());
        }
    }

    /** An intent. */
    record IntentView(
            String intentId,
            String submissionTarget,
            String status,
            Optional<String> rejectedReason,
            Optional<String> exhaustedReason,
            int attemptCount,
            Optional<Instant> nextAttemptAt,
            Instant createdAt,
            Optional<Instant> completedAt,
            Instant lastModifiedAt,
            Optional<Intent.Delivery> webhook) {

        static IntentView of(Intent intent) {
            return new IntentView(
                    intent.intentId(),
                    intent.submissionTarget(),
                    intent.status().label(),
                    intent.rejectedReason(),
                    intent.exhaustedReason(),
                    intent.attemptCount(),
                    intent.nextAttemptAt(),
                    intent.createdAt(),
                    intent.completedAt(),
                    intent.lastModifiedAt(),
                    intent.webhook());
        }
    }

    /** An attempt. */
    record AttemptView(
            int attemptNumber,
            Instant startedAt,
            Optional<Instant> finishedAt,
            String outcomeStatus,
            Optional<String> outcomeReason,
            Optional<String> error,
            long leaseEpoch,
            String holderId) {

        static AttemptView of(Attempt attempt) {
            return new AttemptView(
                    attempt.attemptNumber(),
                    attempt.startedAt(),
                    attempt.finishedAt(),
                    attempt.outcomeStatus().label(),
                    attempt.outcomeReason(),
                    attempt.error(),
                    attempt.leaseEpoch(),
                    attempt.holderId());
        }
    }

    /** An intent with its attempts and what operators did to it. */
    record HistoryView(IntentView intent, List<AttemptView> attempts, List<IntentHistory.Act> acts) {

        static HistoryView of(IntentHistory history) {
            return new HistoryView(
                    IntentView.of(history.intent()),
                    history.attempts().stream().map(AttemptView::of).toList(),
                    history.acts());
        }
    }

    /** Some of many. */
    record Page<T>(List<T> items, Optional<String> nextCursor) {}

    /** A job; its payload as JSON where it is some. */
    record Job(
            @JsonUnwrapped @JsonIgnoreProperties({"status", "payload", "zone"})
            JobView row,

            String status,
            JsonNode payload,
            String timezone) {

        static Job of(JobView view) {
            return new Job(view, view.status().label(), JobRoutes.payload(view.payload()), view.zone());
        }
    }

    /** A job with its latest runs, newest first. */
    record JobWithRuns(Job job, List<JobRun> runs) {

        static JobWithRuns of(JobDetails details) {
            return new JobWithRuns(Job.of(details.job()), details.runs());
        }
    }
}
