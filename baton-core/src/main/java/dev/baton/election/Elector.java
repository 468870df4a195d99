package dev.baton.election;

import dev.baton.Campaign;
import dev.baton.FencedWrites;
import dev.baton.LeaderGate;
import dev.baton.LeaderToken;
import dev.baton.LeaderWork;
import dev.baton.NotLeaderException;
import dev.baton.StaleTokenException;
import dev.baton.spi.LeaderStore;
import java.time.Duration;
import java.time.Instant;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.function.Supplier;

/** One instance standing for one role, as its callers see it. What it does is decided and done by {@link ElectionDriver}. */
public final class Elector implements Campaign {

    private final Supplier<Candidate> candidate;
    private final ElectorThread thread;
    private final ElectionDriver driver;

    public Elector(Candidate candidate, LeaderStore store, Optional<LeaderWork> work, Announcer announcer) {
        this(() -> candidate, store, work, announcer);
    }

    /**
     * For a candidate that nobody told how to be elected, while the database that decides it is away.
     *
     * @param candidate may have another strategy once the store has answered a wait, and never after that
     */
    public Elector(Supplier<Candidate> candidate, LeaderStore store, Optional<LeaderWork> work, Announcer announcer) {
        this.candidate = candidate;
        this.thread = new ElectorThread(candidate, store, work, announcer);
        this.driver = thread.driver();
    }

    /** Begins to run; stands for the role unless it only observes. */
    public void start(boolean observes) {
        if (!observes) {
            driver.stand();
        }
        thread.start();
    }

    /** From the writer's thread, when the fence refused its transaction. */
    public void fenceRefused(StaleTokenException refusal) {
        driver.fenceRefused(refusal);
    }

    /** For the watches over all elections of the process. */
    public ElectionDriver driver() {
        return driver;
    }

    /** Somebody announced a change of this role: a follower need not wait for its alarm. */
    public void lookNow() {
        driver.lookNow();
    }

    /**
     * The door for acts that start something new: the gate, and no role that is being left.
     *
     * @throws NotLeaderException if it is shut
     */
    public void ensureMayStart(LeaderToken token) {
        driver.ensureMayStart(token);
    }

    /** Fenced transactions of this role in this process; leaving waits for them. */
    public InFlight inFlight() {
        return driver.inFlight();
    }

    /** When the row of this term expires, as far as its last heartbeat knows. */
    public Optional<Instant> expiresAt(long epoch) {
        return thread.expiresAt(epoch);
    }

    public Candidate candidate() {
        return candidate.get();
    }

    @Override
    public String role() {
        return candidate().role();
    }

    @Override
    public LeaderGate gate() {
        return driver.gate();
    }

    @Override
    public Standing standing() {
        return driver.state().standing();
    }

    @Override
    public Optional<LeaderToken> awaitLeadership(Duration atMost) throws InterruptedException {
        return driver.observer().awaitOpen(atMost);
    }

    @Override
    public CompletableFuture<Void> drain() {
        return driver.drain();
    }

    @Override
    public void undrain() {
        driver.stand();
    }

    @Override
    public CompletableFuture<Void> transferTo(String nodeId) {
        return driver.transferTo(nodeId);
    }

    @Override
    public void stepDown(LeaderToken token, String reason) {
        driver.stepDown(token, reason);
    }

    @Override
    public long attempts() {
        return driver.attempts();
    }

    @Override
    public Optional<Duration> heartbeatAge() {
        return driver.heartbeatAge();
    }

    @Override
    public Duration heldUpByOldWork() {
        return driver.oldWork().heldUp();
    }

    @Override
    public FencedWrites fencedWrites() {
        return driver.inFlight().fencedWrites();
    }

    @Override
    public void close() {
        thread.close(candidate().closingPatience());
        driver.gate().retire();
    }
}
