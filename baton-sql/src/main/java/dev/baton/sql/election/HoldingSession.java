package dev.baton.sql.election;

import dev.baton.LeaderToken;
import dev.baton.SetupRefusedException;
import dev.baton.spi.Bid;
import dev.baton.spi.Outcome;
import dev.baton.sql.database.Database;
import dev.baton.sql.jdbc.Connections;
import dev.baton.support.Threads;
import java.sql.SQLException;
import java.sql.SQLTimeoutException;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The one session that holds the locks of all roles that this process leads, and the thread that owns it. Whatever the roles
 * ask for at about the same time goes to the database together: heartbeats as one statement, attempts as one statement,
 * takeovers as one transaction. Nothing on it waits for others for long; what may have to wait is done elsewhere, and this
 * session only proves afterwards that it is still there.
 */
final class HoldingSession implements AutoCloseable {

    /** A heartbeat whose row somebody has locked is sent again after this time. */
    private static final Duration ROW_LOCKED = Duration.ofMillis(50);

    private static final Logger LOG = LoggerFactory.getLogger(HoldingSession.class);

    private final Database database;
    private final String holderId;
    private final String name;
    private final Runnable changed;
    private final HoldingQueue queue = new HoldingQueue();
    private final Thread thread = Threads.daemon("baton-sessions", this::run);

    // Of the thread alone.
    private final Map<Long, Seat> held = new HashMap<>();
    private final Set<Seat> leading = new HashSet<>();
    private Duration call = Duration.ZERO;

    private volatile HoldingConnection open;

    /** @param changed told when the session is another one, or none */
    HoldingSession(Database database, String holderId, String name, Runnable changed) {
        this.database = database;
        this.holderId = holderId;
        this.name = name;
        this.changed = changed;
    }

    void start() {
        thread.start();
    }

    /** The mark of the session that is open; below all others if none is. */
    int mark() {
        HoldingConnection session = open;
        return session == null ? 0 : session.mark();
    }

    HoldingQueue queue() {
        return queue;
    }

    private void run() {
        try {
            while (true) {
                HoldingQueue.Round round = queue.next(held.size() - leading.size(), leading.size(), open != null);
                if (round.isLast()) {
                    break;
                }
                serve(round);
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        } finally {
            drop();
        }
    }

    private void serve(HoldingQueue.Round round) {
        try {
            if (round.emptied()) {
                drop();
            } else if (open != null) {
                stayInTouch(round);
            }
            renew(round.beats());
            round.errands().forEach(this::run);
            tryLocks(round.waits(), round);
            take(round.takes());
        } catch (RuntimeException | Error e) {
            LOG.error("the session of all roles failed unexpectedly and is opened again", e);
            drop();
            round.fail(new SQLException("the leadership session failed", e));
        }
    }

    /** Says something if it has been silent, and keeps to the shortest time-outs that any of the roles has. */
    private void stayInTouch(HoldingQueue.Round round) {
        try {
            Duration shortest = round.shortestCall();
            if (!shortest.equals(call)) {
                open.bound(shortest);
                call = shortest;
            } else if (round.isQuiet()) {
                open.ping();
            }
        } catch (SQLException e) {
            LOG.debug("the session of all roles is gone", e);
            drop();
        }
    }

    private void renew(List<HoldingQueue.Beat> beats) {
        List<HoldingQueue.Beat> due = new ArrayList<>();
        for (HoldingQueue.Beat beat : beats) {
            if (open != null && beat.renewal().seat().isGrantedBy(open)) {
                due.add(beat);
            } else {
                beat.answer().completeExceptionally(gone());
            }
        }
        if (due.isEmpty()) {
            return;
        }
        try {
            Map<String, Instant> renewed = open.renew(
                    holderId, due.stream().map(HoldingQueue.Beat::renewal).toList());
            for (HoldingQueue.Beat beat : due) {
                answer(beat, renewed.get(beat.renewal().seat().role()));
            }
        } catch (SQLException e) {
            failed(e);
            due.forEach(beat -> beat.answer().completeExceptionally(e));
        }
    }

    /** A row that was not written is lost, or somebody has locked it: then the same heartbeat is sent again in time. */
    private void answer(HoldingQueue.Beat beat, Instant expiresAt) throws SQLException {
        if (expiresAt != null) {
            beat.answer().complete(new Outcome.Renewed(expiresAt));
            return;
        }
        LeaderToken token = beat.renewal().token();
        Optional<String> lost = beat.renewal().seat().grant().rows().whyLost(open.connection(), token);
        if (lost.isPresent()) {
            beat.answer().complete(new Outcome.Lost(lost.get()));
        } else if (!queue.again(beat, ROW_LOCKED)) {
            beat.answer()
                    .completeExceptionally(new SQLTimeoutException("somebody has locked the row of role '"
                            + token.role() + "' for longer than a heartbeat may take"));
        }
    }

    private <T> void run(HoldingQueue.Errand<T> errand) {
        try {
            if (errand.seat().isPresent()
                    && (open == null || !errand.seat().get().isGrantedBy(open))) {
                throw gone();
            }
            errand.answer().complete(errand.work().on(open));
        } catch (SQLException e) {
            failed(e);
            errand.answer().completeExceptionally(e);
        }
    }

    /** From its own thread, as an errand: the role of this seat is led from now on, so that it is expected to beat. */
    void leads(Seat seat) {
        leading.add(seat);
    }

    /** Gives the lock back, if it is held. */
    CompletableFuture<Boolean> unlocked(Seat seat) {
        return queue.run(session -> {
            unlock(seat);
            return true;
        });
    }

    /** A lock that cannot be given back is ended with the session. */
    private void unlock(Seat seat) {
        if (open == null || !seat.isGrantedBy(open)) {
            return;
        }
        held.remove(seat.key());
        leading.remove(seat);
        HoldingConnection session = open;
        seat.lost();
        try {
            session.unlock(seat);
        } catch (SQLException e) {
            LOG.debug("the lock of role {} is given up with the session of all roles", seat.role(), e);
            drop();
        }
    }

    private void tryLocks(List<HoldingQueue.Wait> waits, HoldingQueue.Round round) {
        if (waits.isEmpty()) {
            return;
        }
        List<HoldingConnection.Attempt> attempts = new ArrayList<>();
        Set<Long> keys = new HashSet<>(held.keySet());
        waits.forEach(wait -> attempts.add(
                new HoldingConnection.Attempt(wait.seat(), keys.add(wait.seat().key()))));
        try {
            HoldingConnection session = opened(round);
            Map<Seat, HoldingConnection.Tried> tried = tried(session, attempts);
            for (HoldingQueue.Wait wait : waits) {
                HoldingConnection.Tried one = tried.get(wait.seat());
                if (one.granted()) {
                    grant(session, wait);
                } else if (queue.isDue(wait)) {
                    wait.answer().complete(heldBy(session, wait.seat(), one));
                }
            }
        } catch (SetupRefusedException | SQLException e) {
            waits.forEach(wait -> wait.answer().completeExceptionally(e));
        }
    }

    private HoldingConnection opened(HoldingQueue.Round round) throws SQLException {
        if (open == null) {
            call = round.shortestCall();
            open = HoldingConnection.open(database, name, call);
            changed.run();
        }
        return open;
    }

    /** After an error nobody knows which locks were granted: those that were asked for are given back. */
    private Map<Seat, HoldingConnection.Tried> tried(
            HoldingConnection session, List<HoldingConnection.Attempt> attempts) throws SQLException {
        try {
            return session.tryLocks(attempts);
        } catch (SQLException e) {
            if (!failed(e)) {
                throw e;
            }
            try {
                for (HoldingConnection.Attempt attempt : attempts) {
                    if (attempt.wanted()) {
                        session.unlock(attempt.seat());
                    }
                }
            } catch (SQLException again) {
                drop();
            }
            throw e;
        }
    }

    private void grant(HoldingConnection session, HoldingQueue.Wait wait) {
        Seat seat = wait.seat();
        held.put(seat.key(), seat);
        seat.granted(session.grant(database, seat));
        if (!wait.answer().complete(new Outcome.Granted())) {
            unlock(seat); // whoever waited for it has gone
        }
    }

    /** If nobody holds the role while its lock is taken, another role may have the same key by mistake. */
    private static Outcome.OfAwait heldBy(HoldingConnection session, Seat seat, HoldingConnection.Tried tried)
            throws SQLException {
        if (tried.unheld()) {
            RoleCollision.refuse(session.ready(), session.connection(), seat.role(), seat.key());
        }
        return new Outcome.HeldBy(tried.holder());
    }

    private void take(List<HoldingQueue.Take> asked) {
        Map<SharedTakes.Take, HoldingQueue.Take> takes = new HashMap<>();
        for (HoldingQueue.Take take : asked) {
            try {
                Seat.Grant grant = take.seat().grant();
                if (grant.session() != open) {
                    throw gone();
                }
                takes.put(new SharedTakes.Take(grant, take.bid()), take);
            } catch (SQLException e) {
                take.answer().completeExceptionally(e);
            }
        }
        if (takes.isEmpty()) {
            return;
        }
        try {
            answer(takes, SharedTakes.take(open, List.copyOf(takes.keySet())));
        } catch (SQLException e) {
            boolean goesOn = failed(e);
            for (HoldingQueue.Take take : takes.values()) {
                if (goesOn) {
                    take.answer().complete(Optional.empty());
                } else {
                    take.answer().completeExceptionally(e);
                }
            }
        }
    }

    private void answer(
            Map<SharedTakes.Take, HoldingQueue.Take> takes, Map<SharedTakes.Take, Outcome.OfTake> outcomes) {
        takes.forEach((key, take) -> {
            Outcome.OfTake outcome = outcomes.get(key);
            if (outcome instanceof Outcome.Acquired) {
                leads(take.seat());
            }
            take.answer().complete(Optional.ofNullable(outcome));
        });
    }

    /** Goes through a first takeover without effect; a session keeps what was loaded for it. */
    CompletableFuture<Boolean> warmUp(Seat seat) {
        return queue.run(session -> session != null
                && session.grant(database, seat).rows().practiseTakeover(session.connection(), seat.candidate())
                && SharedTakes.practise(session, database, seat));
    }

    /** Whether the session goes on after this error; if it does not, all locks are gone with it. */
    private boolean failed(SQLException e) {
        if (open == null) {
            return false;
        }
        if (Connections.isGone(e) || open.isClosed()) {
            LOG.debug("the session of all roles is gone", e);
            drop();
            return false;
        }
        return true;
    }

    private static SQLException gone() {
        return new SQLException("the leadership session is gone");
    }

    private void drop() {
        HoldingConnection session = open;
        if (session == null) {
            return;
        }
        open = null;
        held.values().forEach(Seat::lost);
        held.clear();
        leading.clear();
        session.drop();
        changed.run();
    }

    /** The bid of whoever holds the lock; empty if it has to be made elsewhere, where it may wait. */
    CompletableFuture<Optional<Outcome.OfTake>> take(Seat seat, Bid bid) {
        return queue.take(seat, bid);
    }

    /** Ends the session, and everything that waits for it. */
    @Override
    public void close() {
        queue.close();
        try {
            thread.join(Duration.ofSeconds(1).toMillis());
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
        HoldingConnection session = open;
        if (session != null) {
            session.drop();
        }
    }
}
