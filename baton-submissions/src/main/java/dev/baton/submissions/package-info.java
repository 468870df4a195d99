/**
 * Durable intents, attempts through a gateway, one executor at a time.
 *
 * <p>{@link dev.baton.submissions.SubmissionManager} is all that a program needs: any instance accepts, shows, waits for and
 * cancels intents, and the one that leads {@value dev.baton.submissions.SubmissionManager#ROLE} makes the attempts.
 * {@link dev.baton.submissions.SubmissionSettings} says which targets there are and through which gateways they go. An
 * intent that was acknowledged is executed or visibly ended, whoever crashes; every attempt is on record, with the epoch
 * under which it was made.
 *
 * <p>What clients speak of is in {@link dev.baton.submissions.model}, the way out in {@link dev.baton.submissions.gateway};
 * how the executor works is told in {@link dev.baton.submissions.executor}.
 */
package dev.baton.submissions;
