package dev.baton.election;

import dev.baton.Campaign;
import dev.baton.FencedWrites;
import dev.baton.LeaderGate;
import dev.baton.LeaderToken;
import dev.baton.LeaderWork;
import dev.baton.NotLeaderException;
import dev.baton.support.Stopwatch;
import java.time.Duration;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;

/** A role whose election is disabled: this instance always leads it, or never. Its token has epoch 0 and fences nothing. */
public final class FixedCampaign implements Campaign {

    private final DeadlineGate gate;
    private final LeaderToken token;
    private final boolean leads;
    private final Duration drainTimeout;
    private final CountDownLatch workEnded = new CountDownLatch(1);
    private final Optional<TermThread> term;

    public FixedCampaign(
            String role, String holderId, boolean leads, Duration drainTimeout, Optional<LeaderWork> work) {
        this.gate = new DeadlineGate(role, Stopwatch.system());
        this.token = new LeaderToken(role, holderId, 0);
        this.leads = leads;
        this.drainTimeout = drainTimeout;
        this.term = leads
                ? work.map(w -> new TermThread(token, gate, w, reason -> workEnded.countDown()))
                : Optional.empty();
        if (leads) {
            gate.open(token, 0, Long.MAX_VALUE);
            term.ifPresent(TermThread::start);
        }
    }

    @Override
    public String role() {
        return gate.role();
    }

    @Override
    public LeaderGate gate() {
        return gate;
    }

    @Override
    public Standing standing() {
        return leads ? Standing.LEADING : Standing.RESTING;
    }

    @Override
    public Optional<LeaderToken> awaitLeadership(Duration atMost) {
        return gate.current();
    }

    @Override
    public CompletableFuture<Void> drain() {
        return CompletableFuture.failedFuture(unelected());
    }

    @Override
    public void undrain() {
        throw unelected();
    }

    @Override
    public CompletableFuture<Void> transferTo(String nodeId) {
        return CompletableFuture.failedFuture(unelected());
    }

    @Override
    public void stepDown(LeaderToken given, String reason) {
        // There is nobody else to lead.
    }

    @Override
    public long attempts() {
        return 0;
    }

    @Override
    public Optional<Duration> heartbeatAge() {
        return Optional.empty();
    }

    @Override
    public FencedWrites fencedWrites() {
        return new FencedWrites(0, 0);
    }

    @Override
    public void close() {
        term.ifPresent(TermThread::finish);
        try {
            boolean finished = term.isEmpty() || workEnded.await(drainTimeout.toMillis(), TimeUnit.MILLISECONDS);
            if (!finished) {
                term.ifPresent(TermThread::interrupt);
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
        gate.retire();
    }

    private NotLeaderException unelected() {
        return new NotLeaderException(role(), "the election of role '" + role() + "' is disabled by configuration");
    }
}
