package dev.baton.sql;

import dev.baton.Campaign;
import dev.baton.FencedWrites;
import dev.baton.LeaderGate;
import dev.baton.LeaderToken;
import dev.baton.election.Elector;
import java.sql.SQLException;
import java.time.Duration;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.Consumer;

/** A campaign that the other nodes know of. */
final class RegisteredCampaign implements Campaign {

    private final Elector elector;
    private final NodeRegistry registry;
    private final boolean observes;
    private final Consumer<RegisteredCampaign> onClose;
    private final AtomicBoolean closed = new AtomicBoolean();

    RegisteredCampaign(Elector elector, NodeRegistry registry, boolean observes, Consumer<RegisteredCampaign> onClose) {
        this.elector = elector;
        this.registry = registry;
        this.observes = observes;
        this.onClose = onClose;
    }

    void start() {
        elector.start(observes);
        if (!observes) {
            registry.stand(role(), elector.candidate().prefer());
        }
    }

    Elector elector() {
        return elector;
    }

    @Override
    public String role() {
        return elector.role();
    }

    @Override
    public LeaderGate gate() {
        return elector.gate();
    }

    @Override
    public Standing standing() {
        return elector.standing();
    }

    @Override
    public Optional<LeaderToken> awaitLeadership(Duration atMost) throws InterruptedException {
        return elector.awaitLeadership(atMost);
    }

    @Override
    public CompletableFuture<Void> drain() {
        registry.withdraw(role());
        return elector.drain();
    }

    @Override
    public void undrain() {
        if (observes) {
            throw new IllegalStateException(
                    "this instance only observes role '" + role() + "': it cannot be made to stand for it");
        }
        registry.stand(role(), elector.candidate().prefer());
        elector.undrain();
    }

    @Override
    public CompletableFuture<Void> transferTo(String nodeId) {
        try {
            if (!registry.isCandidate(role(), nodeId)) {
                return CompletableFuture.failedFuture(new IllegalArgumentException("node '" + nodeId
                        + "' is not a living candidate for role '" + role() + "': nothing was changed"));
            }
        } catch (SQLException | RuntimeException e) {
            return CompletableFuture.failedFuture(e);
        }
        return elector.transferTo(nodeId);
    }

    @Override
    public void stepDown(LeaderToken token, String reason) {
        elector.stepDown(token, reason);
    }

    @Override
    public long attempts() {
        return elector.attempts();
    }

    @Override
    public Optional<Duration> heartbeatAge() {
        return elector.heartbeatAge();
    }

    @Override
    public Duration heldUpByOldWork() {
        return elector.heldUpByOldWork();
    }

    @Override
    public FencedWrites fencedWrites() {
        return elector.fencedWrites();
    }

    @Override
    public void close() {
        if (closed.compareAndSet(false, true)) {
            registry.withdraw(role());
            elector.close();
            onClose.accept(this);
        }
    }
}
