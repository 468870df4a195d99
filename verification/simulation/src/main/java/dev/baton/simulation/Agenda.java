package dev.baton.simulation;

import java.util.PriorityQueue;

/** What will happen, in the order of virtual time. Nothing else makes time pass. */
final class Agenda {

    private final PriorityQueue<Task> tasks = new PriorityQueue<>(256);
    private long now;
    private long drawn;

    long now() {
        return now;
    }

    /** A step of a strand. */
    void after(long delay, Strand strand, Runnable action) {
        tasks.add(new Task(now + delay, drawn++, strand, null, action));
    }

    /** A message: it arrives over a path, as a step of the strand that receives it. */
    void arrive(long at, Strand receiver, NetworkPath path, Runnable action) {
        tasks.add(new Task(Math.max(at, now), drawn++, receiver, path, action));
    }

    /** Does the next thing, unless it lies beyond the horizon. */
    boolean step(long horizon) {
        Task task = tasks.peek();
        if (task == null || task.at > horizon) {
            return false;
        }
        tasks.remove();
        now = task.at;
        if (!task.strand.isDead() && (task.path == null || !task.path.isCut())) {
            runOrHold(task);
        }
        return true;
    }

    private void runOrHold(Task task) {
        long hold =
                task.path == null ? task.strand.heldUntil() : Math.max(task.strand.heldUntil(), task.path.heldUntil());
        if (hold > now) {
            task.at = hold;
            tasks.add(task);
        } else {
            task.action.run();
        }
    }

    /** Ordered by time; what was held up to the same moment keeps the order in which it was due. */
    private static final class Task implements Comparable<Task> {
        private final long due;
        private final long number;
        private final Strand strand;
        private final NetworkPath path;
        private final Runnable action;
        private long at;

        Task(long due, long number, Strand strand, NetworkPath path, Runnable action) {
            this.at = due;
            this.due = due;
            this.number = number;
            this.strand = strand;
            this.path = path;
            this.action = action;
        }

        @Override
        public int compareTo(Task other) {
            int byTime = Long.compare(at, other.at);
            int byDue = byTime != 0 ? byTime : Long.compare(due, other.due);
            return byDue != 0 ? byDue : Long.compare(number, other.number);
        }
    }
}
