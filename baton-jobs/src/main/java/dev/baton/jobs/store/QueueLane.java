package dev.baton.jobs.store;

/**
 * The jobs of one queue and priority, which are claimed in the order of their times.
 *
 * @param dueInMillis when the first one that is not due yet will be; null if there is none
 */
public record QueueLane(String queue, int priority, Long dueInMillis) {

    /** Before all lanes. */
    public static final QueueLane NONE = new QueueLane("", Integer.MIN_VALUE, null);

    public boolean sameAs(QueueLane other) {
        return queue.equals(other.queue) && priority == other.priority;
    }
}
