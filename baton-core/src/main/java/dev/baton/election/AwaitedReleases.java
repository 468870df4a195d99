package dev.baton.election;

import dev.baton.Strategy;
import java.util.Collection;
import java.util.List;

/**
 * The elections of a process that sleep until somebody's lease expires, and are told when it was released before. This is
 * the whole rule of the watch for releases; whoever runs it brings the thread and the database.
 */
public final class AwaitedReleases {

    private final List<ElectionDriver> waiting;

    public AwaitedReleases(Collection<ElectionDriver> elections) {
        this.waiting = elections.stream().filter(AwaitedReleases::awaitsOne).toList();
    }

    private static boolean awaitsOne(ElectionDriver election) {
        return election.state() instanceof State.Following
                && election.candidate().strategy() instanceof Strategy.Lease;
    }

    /** If nobody waits, there is nothing to ask the database for. */
    public boolean areNone() {
        return waiting.isEmpty();
    }

    /** These roles are free: whoever waits for one of them looks now. */
    public void rolesReleased(Collection<String> roles) {
        waiting.stream()
                .filter(election -> roles.contains(election.candidate().role()))
                .forEach(ElectionDriver::lookNow);
    }
}
