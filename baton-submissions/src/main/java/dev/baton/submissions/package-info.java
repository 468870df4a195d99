/**
 * Durable intents, attempts through a gateway, one executor at a time: {@link dev.baton.submissions.SubmissionManager}.
 * How the executor works is told in {@link dev.baton.submissions.executor}.
 */
package dev.baton.submissions;
