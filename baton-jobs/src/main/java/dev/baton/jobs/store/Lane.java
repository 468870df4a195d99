package dev.baton.jobs.store;

/**
 * Jobs that are claimed in the order of their times.
 *
 * @param dueInMillis when the first one that is not due yet will be; null if there is none
 */
public record Lane(String queue, int priority, Long dueInMillis) {

    public boolean sameAs(Lane other) {
        return queue.equals(other.queue) && priority == other.priority;
    }
}
