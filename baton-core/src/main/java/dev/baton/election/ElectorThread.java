package dev.baton.election;

import dev.baton.LeaderWork;
import dev.baton.LeadershipEvent;
import dev.baton.spi.LeaderStore;
import dev.baton.spi.Outcome;
import dev.baton.support.Signal;
import dev.baton.support.Stopwatch;
import dev.baton.support.Threads;
import java.time.Duration;
import java.time.Instant;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.function.Supplier;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Runs one {@link ElectionDriver} in production: one thread, which a request blocks for as long as the store takes. */
final class ElectorThread implements Surroundings {

    private static final Logger LOG = LoggerFactory.getLogger(ElectorThread.class);

    private final String role;
    private final LeaderStore store;
    private final Announcer announcer;
    private final ElectionLog log;
    private final Stopwatch stopwatch = Stopwatch.system();
    private final Signal events = new Signal();
    private final ElectionDriver driver;
    private final Thread thread;

    ElectorThread(Supplier<Candidate> candidate, LeaderStore store, Optional<LeaderWork> work, Announcer announcer) {
        this.role = candidate.get().role();
        this.store = store;
        this.announcer = announcer;
        this.log = new ElectionLog(candidate);
        this.thread = Threads.daemon("baton-elector-" + role, this::run);
        this.driver = new ElectionDriver(
                candidate, rules(candidate), HeartbeatAlignment.ofProcess(), new TermThreads(work), this);
    }

    /** Those of the candidate as it is: what a follower waits for is the same until its strategy is decided. */
    private static Step.Rules rules(Supplier<Candidate> candidate) {
        return new Step.Rules() {
            private Candidate known = candidate.get();
            private Election election = new Election(known);

            @Override
            public State initial() {
                return election.initial();
            }

            @Override
            public Step step(State state, Event event, Moment moment) {
                Candidate now = candidate.get();
                if (!now.equals(known)) {
                    known = now;
                    election = new Election(now);
                }
                return election.step(state, event, moment);
            }
        };
    }

    ElectionDriver driver() {
        return driver;
    }

    void start() {
        thread.start();
    }

    private void run() {
        try {
            elect();
        } finally {
            Thread.interrupted(); // it was meant for the request that was cut off; what follows may have to wait
            driver.end();
        }
    }

    private void elect() {
        boolean over = false;
        while (!over) {
            try {
                Turn turn = driver.proceed();
                follow(turn);
                over = turn instanceof Turn.End;
            } catch (InterruptedException e) {
                over = true;
            } catch (RuntimeException | Error e) {
                LOG.error("the election of role {} failed unexpectedly and starts again", role, e);
                driver.recover();
            }
        }
    }

    private void follow(Turn turn) throws InterruptedException {
        if (turn instanceof Turn.Ask ask) {
            driver.answered(send(ask.request()));
        } else if (turn instanceof Turn.Sleep sleep) {
            sleepUntil(sleep.until());
        }
    }

    private Outcome send(Request request) {
        try {
            return request.sendTo(store);
        } catch (RuntimeException e) {
            return new Outcome.Failed(e);
        }
    }

    /** May end too early: the driver then finds nothing to do and says so again. */
    private void sleepUntil(long until) throws InterruptedException {
        events.await(until == State.NEVER ? Long.MAX_VALUE : until - stopwatch.elapsed());
    }

    /** Ends the thread as soon as the driver rests; cuts it off after that time. */
    void close(Duration atMost) {
        CompletableFuture<Void> stopped = driver.close();
        try {
            thread.join(atMost.toMillis());
            if (thread.isAlive()) {
                LOG.warn("the election of role {} did not stop in time and is cut off", role);
                driver.cutOff();
            }
        } catch (InterruptedException e) {
            driver.cutOff();
            Thread.currentThread().interrupt();
        }
        stopped.complete(null);
    }

    @Override
    public Stopwatch stopwatch() {
        return stopwatch;
    }

    @Override
    public void wakeUp() {
        events.giveSignal();
    }

    @Override
    public void interruptAwait() {
        store.interrupt();
    }

    @Override
    public void cutOff() {
        thread.interrupt();
        store.close();
    }

    @Override
    public void disconnect() {
        store.disconnect();
    }

    @Override
    public void close() {
        store.close();
    }

    Optional<Instant> expiresAt(long epoch) {
        return log.expiresAt(epoch);
    }

    @Override
    public void announce(LeadershipEvent event) {
        announcer.announce(log, event);
    }
}
