package dev.baton.chaos.history;

import java.util.Map;
import java.util.NavigableMap;
import java.util.TreeMap;

/** When which gate was open: seen so, or allowed to be by the deadline of its last logged heartbeat. */
public final class Gates {

    /** One term's gate, by {@link System#nanoTime()}. */
    public static final class Opening {
        private final String node;
        private long first = Long.MAX_VALUE;
        private long last = Long.MIN_VALUE;
        private long deadline = Long.MIN_VALUE;

        Opening(String node) {
            this.node = node;
        }

        public String node() {
            return node;
        }

        public long first() {
            return first;
        }

        /** The last moment at which it was seen open. */
        public long last() {
            return last;
        }

        /** Until when it could have been open, if nobody shut it; {@link Long#MIN_VALUE} where nobody knows. */
        public long deadline() {
            return Math.max(deadline, last);
        }

        public boolean wasSeen() {
            return first != Long.MAX_VALUE;
        }
    }

    private final Map<String, NavigableMap<Long, Opening>> openings = new TreeMap<>();

    Opening of(String role, long epoch, String node) {
        return openings.computeIfAbsent(role, r -> new TreeMap<>()).computeIfAbsent(epoch, e -> new Opening(node));
    }

    /**
     * It was seen open by a look that ended at one moment and had begun at another; a pause may lie in between.
     *
     * @param after the look
     * @param before the look; {@link Long#MIN_VALUE} where nobody knows
     */
    void seen(String node, String role, long epoch, long after, long before) {
        Opening opening = of(role, epoch, node);
        opening.first = Math.min(opening.first, after);
        opening.last = Math.max(opening.last, before);
    }

    void allowed(String node, String role, long epoch, long deadline) {
        Opening opening = of(role, epoch, node);
        opening.deadline = Math.max(opening.deadline, deadline);
    }

    /** By epoch. */
    public NavigableMap<Long, Opening> of(String role) {
        return openings.getOrDefault(role, new TreeMap<>());
    }

    public Iterable<String> roles() {
        return openings.keySet();
    }
}
