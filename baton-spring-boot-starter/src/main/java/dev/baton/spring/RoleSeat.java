package dev.baton.spring;

import dev.baton.Campaign;
import dev.baton.LeaderToken;
import dev.baton.LeaderWork;
import dev.baton.NotLeaderException;
import dev.baton.Term;
import java.time.Duration;
import java.util.Optional;

/** This application's place in one role: counts the calls under way, so that leaving the role waits for them. */
final class RoleSeat implements LeaderWork {

    private static final Duration LONG = Duration.ofHours(1);
    private static final long NEVER = -1;

    private final String role;
    private final Optional<LeaderWork> work;
    private volatile Campaign campaign;
    private long leftEpoch = NEVER;
    private int calls;

    RoleSeat(String role, Optional<LeaderWork> work) {
        this.role = role;
        this.work = work;
    }

    void takes(Campaign started) {
        this.campaign = started;
    }

    Optional<Campaign> campaign() {
        return Optional.ofNullable(campaign);
    }

    /**
     * Begins a call.
     *
     * @throws NotLeaderException if it may not begin
     */
    LeaderToken enter() {
        Campaign standing = campaign;
        if (standing == null) {
            throw new NotLeaderException(role, "the campaign for role '" + role + "' has not begun yet");
        }
        return admit(standing.gate().requireLeader());
    }

    /** Begins a call under a token that was got before. */
    void enter(LeaderToken token) {
        campaign().ifPresent(standing -> standing.gate().ensureEpoch(token.epoch()));
        admit(token);
    }

    private synchronized LeaderToken admit(LeaderToken token) {
        if (token.epoch() == leftEpoch) {
            throw new NotLeaderException(role, "role '" + role + "' is being left: it starts nothing new");
        }
        calls++;
        return token;
    }

    synchronized void exit() {
        calls--;
        notifyAll();
    }

    @Override
    public void lead(Term term) throws Exception {
        try {
            if (work.isPresent()) {
                work.get().lead(term);
            } else {
                awaitOver(term);
            }
        } finally {
            awaitCalls(term.token().epoch());
        }
    }

    private static void awaitOver(Term term) throws InterruptedException {
        boolean over = term.isOver();
        while (!over) {
            over = term.awaitOver(LONG);
        }
    }

    private synchronized void awaitCalls(long epoch) throws InterruptedException {
        leftEpoch = epoch;
        while (calls > 0) {
            wait();
        }
    }
}
