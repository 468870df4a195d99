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
import java.util.concurrent.TimeUnit;

/** A role whose election is disabled: this instance always leads it, or never. Its token has epoch 0 and fences nothing. */
public final class FixedCampaign implements Campaign {

    private final DeadlineGate gate;
    private final LeaderToken token;
    private final boolean leads;
    private final Duration drainTimeout;
    private final Duration pause;
    private final Optional<LeaderWork> work;
    private TermThread term;
    private volatile boolean closed;

    /** @param pause how long after its end the work begins again */
    public FixedCampaign(
            LeaderToken token, boolean leads, Duration drainTimeout, Duration pause, Optional<LeaderWork> work) {
        this.gate = new DeadlineGate(token.role(), Stopwatch.system());
        this.token = token;
        this.leads = leads;
        this.drainTimeout = drainTimeout;
        this.pause = pause;
        this.work = leads ? work : Optional.empty();
    }

    /** Begins to lead, if it does. */
    public void start() {
        if (leads) {
            gate.open(token, 0, Long.MAX_VALUE);
            begin();
        }
    }

    private synchronized void begin() {
        if (!closed && work.isPresent()) {
            term = new TermThread(token, gate, work.get(), reason -> beginAgain());
            term.start();
        }
    }

    /** As an elected one would stand again: work that failed, or ended, is not the last word. */
    private void beginAgain() {
        CompletableFuture.delayedExecutor(pause.toNanos(), TimeUnit.NANOSECONDS).execute(this::begin);
    }

    /** Whether it was given up: then the role can be stood for anew. */
    public boolean isClosed() {
        return closed;
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
        return leads && !closed ? Standing.LEADING : Standing.RESTING;
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
        Optional<TermThread> last = lastTerm();
        last.ifPresent(TermThread::finish);
        try {
            if (last.isPresent() && !last.get().awaitEnd(drainTimeout)) {
                last.get().interrupt();
            }
        } catch (InterruptedException e) {
            last.get().interrupt();
            Thread.currentThread().interrupt();
        }
        gate.retire();
    }

    private synchronized Optional<TermThread> lastTerm() {
        closed = true;
        return Optional.ofNullable(term);
    }

    private NotLeaderException unelected() {
        return new NotLeaderException(role(), "the election of role '" + role() + "' is disabled by configuration");
    }
}
