package dev.baton.sql.election;

import dev.baton.election.Candidate;
import dev.baton.spi.LeaderStore;
import dev.baton.sql.database.Database;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.BooleanSupplier;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The sessions of a process for all roles that it stands for, however many: one holds the locks of those that it leads, one waits
 * for the death of a neighbour. Whoever waits for a role asks in vain at first and then again when it is told to: by the neighbour's
 * death, which is announced to all; by the announcement that a lock is free; and at the end of its patience. Nothing depends on
 * being told but the time that it takes.
 */
public final class SharedSessions implements AutoCloseable {

    private static final Duration DEAF = Duration.ofSeconds(1);
    private static final Logger LOG = LoggerFactory.getLogger(SharedSessions.class);

    private final Database database;
    private final BooleanSupplier hears;
    private final HoldingSession holding;
    private final NeighbourWatch neighbour;
    private final AtomicBoolean started = new AtomicBoolean();
    private final AtomicBoolean closed = new AtomicBoolean();
    private final ReentrantLock evicting = new ReentrantLock();
    private volatile int warmed;

    /** @param hears whether announcements are heard just now */
    public SharedSessions(Database database, String holderId, String nodeId, BooleanSupplier hears) {
        this.database = database;
        this.hears = hears;
        this.holding = new HoldingSession(database, holderId, nodeId, this::changed);
        HoldingQueue queue = holding.queue();
        this.neighbour = new NeighbourWatch(database, nodeId, queue::shortestPatience, holding::mark, queue::lookNow);
    }

    /** For a candidate of this process. */
    LeaderStore store(Candidate candidate) {
        return new SharedSessionStore(database, this, holding, candidate);
    }

    /** A role that is stood for from now on. */
    void join(SharedSessionRole shared) {
        holding.queue().add(shared);
        if (!closed.get() && started.compareAndSet(false, true)) {
            holding.start();
            neighbour.start();
        }
    }

    private void changed() {
        neighbour.look();
    }

    /** How long a candidate waits before it looks by itself: whoever hears nothing looks often, all roles together. */
    Duration bounded(Duration patience) {
        return hears.getAsBoolean() || patience.compareTo(DEAF) < 0 ? patience : DEAF;
    }

    /** Somebody has left; nobody watches for a process that stands for nothing. */
    void left(CompletableFuture<Boolean> unlocked) {
        @SuppressWarnings("unused") // nobody waits for it
        var unused = unlocked.whenComplete((done, failed) -> {
            if (holding.queue().shortestPatience().isEmpty()) {
                neighbour.look();
            }
        });
    }

    /** Whoever has it may end another's session. */
    ReentrantLock evicting() {
        return evicting;
    }

    /** Once for each session, whichever role comes first: it keeps what was loaded. */
    void warmUp(SharedSessionRole shared) {
        int mark = holding.mark();
        if (mark == 0 || mark == warmed) {
            return;
        }
        warmed = mark;
        @SuppressWarnings("unused") // nobody waits for it
        var unused = holding.warmUp(shared).whenComplete((done, failed) -> {
            if (failed != null) {
                LOG.debug("the warm-up was given up", failed);
            }
        });
    }

    /** Told what is announced on the channel of roles. */
    public void announced(String payload) {
        if (payload.isEmpty()) {
            holding.queue().lookNow();
        } else if (payload.startsWith(SessionRing.JOINED)) {
            neighbour.joined(payload.substring(SessionRing.JOINED.length()));
        } else {
            holding.queue().lookNow(payload.substring(0, Math.max(0, payload.indexOf(':'))));
        }
    }

    @Override
    public void close() {
        closed.set(true);
        holding.close();
        neighbour.close();
    }
}
