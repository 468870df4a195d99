package dev.baton.jobs;

/**
 * Jobs that are claimed in the order of their times.
 *
 * @param dueInMillis when the first one that is not due yet will be; null if there is none
 */
record Lane(String queue, int priority, Long dueInMillis) {

    boolean sameAs(Lane other) {
        return queue.equals(other.queue) && priority == other.priority;
    }
}
