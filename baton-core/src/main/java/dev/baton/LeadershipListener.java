package dev.baton;

/**
 * Hears what happens to this instance's candidacies: the one source for logs, metrics, dashboards and tests.
 *
 * <p>Called by one thread, in order, never by the thread that keeps the heartbeat: a slow listener delays other
 * listeners and nothing else. What a listener throws is logged and forgotten. Override what you need; {@link #on} sees
 * everything.
 */
public interface LeadershipListener {

    /** Every event; the default hands it to the method of its kind. */
    default void on(LeadershipEvent event) {
        switch (event.kind()) {
            case LEADER_ACQUIRED -> acquired(event);
            case LEADER_RENEWED -> renewed(event);
            case LEADER_LOST -> lost(event);
            case LEADER_ACQUIRE_FAILED -> acquireFailed(event);
            case LEADER_RENEW_FAILED -> renewFailed(event);
            case GATE_OPENED -> gateOpened(event);
            case GATE_CLOSED -> gateClosed(event);
            case LEADER_RELEASED -> released(event);
            case LEADER_DRAINED -> drained(event);
            case LEADER_TRANSFERRED -> transferred(event);
            case HOLDER_EVICTED -> evicted(event);
            case FENCED_WRITE_REJECTED -> fencedWriteRejected(event);
            case LEADER_STALE -> leaderStale(event);
        }
    }

    /** This instance has begun to stand for, or to observe, a role; comes before every event of that campaign. */
    default void campaignStarted(Campaign campaign) {}

    default void acquired(LeadershipEvent event) {}

    default void renewed(LeadershipEvent event) {}

    default void lost(LeadershipEvent event) {}

    default void acquireFailed(LeadershipEvent event) {}

    default void renewFailed(LeadershipEvent event) {}

    default void gateOpened(LeadershipEvent event) {}

    default void gateClosed(LeadershipEvent event) {}

    default void released(LeadershipEvent event) {}

    default void drained(LeadershipEvent event) {}

    default void transferred(LeadershipEvent event) {}

    default void evicted(LeadershipEvent event) {}

    default void fencedWriteRejected(LeadershipEvent event) {}

    default void leaderStale(LeadershipEvent event) {}
}
