package dev.baton.sql.election;

import dev.baton.sql.jdbc.Connections;
import java.sql.SQLException;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The open session and whose locks it has. The database would grant a lock that the session has a second time, so what is
 * held has to be known here. For the thread of its {@link HoldingSession} alone, but for the mark and the last drop.
 */
final class HeldLocks {

    private static final Logger LOG = LoggerFactory.getLogger(HeldLocks.class);

    private final HoldingQueue queue;
    private final Runnable changed;
    private final Map<Long, SharedSessionRole> held = new HashMap<>();
    private final Set<SharedSessionRole> leading = new HashSet<>();
    private volatile HoldingConnection open;

    /** @param changed told when the session is another one, or none */
    HeldLocks(HoldingQueue queue, Runnable changed) {
        this.queue = queue;
        this.changed = changed;
    }

    /** Null if there is none. */
    HoldingConnection session() {
        return open;
    }

    /** The mark of the session that is open; below all others if none is. */
    int mark() {
        HoldingConnection session = open;
        return session == null ? 0 : session.mark();
    }

    void opened(HoldingConnection session) {
        open = session;
        changed.run();
    }

    int bidders() {
        return held.size() - leading.size();
    }

    int leaders() {
        return leading.size();
    }

    /** Whether the lock of this role is held, by the session that is open now. */
    boolean has(SharedSessionRole shared) {
        return open != null && shared.isGrantedBy(open);
    }

    /** From now on it is expected to beat. */
    void leads(SharedSessionRole shared) {
        leading.add(shared);
    }

    /** Which of these locks to ask for: none that is held, and none twice. */
    List<HoldingConnection.Attempt> attempts(List<SharedSessionRole> sharing) {
        Set<Long> keys = new HashSet<>(held.keySet());
        return sharing.stream()
                .map(shared -> new HoldingConnection.Attempt(shared, keys.add(shared.key())))
                .toList();
    }

    void granted(SharedSessionRole shared, SharedSessionRole.Grant grant) {
        held.put(shared.key(), shared);
        shared.granted(grant);
    }

    /** Gives the lock back, if it is held. */
    void unlock(SharedSessionRole shared) {
        if (!has(shared)) {
            return;
        }
        held.remove(shared.key());
        shared.lost();
        if (leading.remove(shared)) {
            queue.standsBack(shared);
        }
        giveBack(shared);
    }

    /** After an error nobody knows which locks were granted: those that were asked for are given back. */
    void giveBack(List<HoldingConnection.Attempt> attempts) {
        for (HoldingConnection.Attempt attempt : attempts) {
            if (attempt.wanted() && open != null) {
                giveBack(attempt.shared());
            }
        }
    }

    private void giveBack(SharedSessionRole shared) {
        try {
            open.unlockAndTell(shared);
        } catch (SQLException e) {
            if (survives(e)) {
                unlockAndAnnounceLater(shared);
            }
        }
    }

    /**
     * It is told later: the database's queue of announcements may be held up, and nothing here waits for that. A lock that
     * cannot be given back is ended with the session, and so are all others.
     */
    private void unlockAndAnnounceLater(SharedSessionRole shared) {
        try {
            open.unlock(shared);
        } catch (SQLException e) {
            LOG.debug("the lock of role {} is given up with the session of all roles", shared.role(), e);
            drop();
            return;
        }
        @SuppressWarnings("unused") // nobody waits for it
        var unused = queue.run(later -> {
            if (later != null) {
                later.announce(shared.payload());
            }
            return true;
        });
    }

    /**
     * Whether the session goes on after this error; if it does not, all locks are gone with it. A server that has no room for one
     * more lock refuses that one and keeps the others.
     */
    boolean survives(SQLException e) {
        if (open == null) {
            return false;
        }
        if (open.isClosed() || (Connections.isGone(e) && !Connections.lacksRoom(e))) {
            LOG.debug("the session of all roles is gone", e);
            drop();
            return false;
        }
        return true;
    }

    static SQLException gone() {
        return new SQLException("the leadership session is gone");
    }

    /** Ends the session, and with it every term. */
    void drop() {
        HoldingConnection session = open;
        if (session == null) {
            return;
        }
        open = null;
        held.values().forEach(SharedSessionRole::lost);
        held.clear();
        leading.clear();
        session.drop();
        changed.run();
    }

    /** From another thread, when the session's own hangs: nothing is left but to cut the connection. */
    void cut() {
        HoldingConnection session = open;
        if (session != null) {
            session.drop();
        }
    }
}
