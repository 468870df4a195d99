package dev.baton.spring.election;

import dev.baton.Campaign;
import dev.baton.LeaderToken;
import dev.baton.LeaderWork;
import dev.baton.NotLeaderException;
import dev.baton.Term;
import java.time.Duration;
import java.util.Optional;

/** The work of one role, which counts the calls under way, so that leaving the role waits for them. */
final class CountingLeaderWork implements LeaderWork {

    private static final Duration LONG = Duration.ofHours(1);
    private static final long NEVER = -1;

    private final String role;
    private final Optional<LeaderWork> work;
    private volatile Campaign campaign;
    private long leftEpoch = NEVER;
    private int calls;

    CountingLeaderWork(String role, Optional<LeaderWork> work) {
        this.role = role;
        this.work = work;
    }

    void standsBy(Campaign started) {
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
    LeaderToken beginCall() {
        return countCall(standing().gate().requireLeader());
    }

    /**
     * Begins a call within one that is under way: what was begun may finish, also while the role is being left.
     *
     * @param outer under which that one was begun
     * @throws NotLeaderException if it may not begin, or another term has begun since
     */
    LeaderToken beginCallWithin(LeaderToken outer) {
        standing().gate().ensureEpoch(outer.epoch());
        synchronized (this) {
            if (calls == 0) {
                return countCall(outer); // that one has ended: this goes on in another thread
            }
            calls++;
            return outer;
        }
    }

    private Campaign standing() {
        Campaign standing = campaign;
        if (standing == null) {
            throw new NotLeaderException(
                    role, "there is no campaign for role '" + role + "' here yet, or Baton is switched off");
        }
        return standing;
    }

    /** Begins a call under a token that was got before. */
    void beginCall(LeaderToken token) {
        campaign().ifPresent(standing -> standing.gate().ensureEpoch(token.epoch()));
        countCall(token);
    }

    private synchronized LeaderToken countCall(LeaderToken token) {
        if (token.epoch() == leftEpoch) {
            throw new NotLeaderException(role, "role '" + role + "' is being left: it starts nothing new");
        }
        calls++;
        return token;
    }

    synchronized void endCall() {
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
