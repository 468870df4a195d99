package dev.baton.sql.election;

import dev.baton.Strategy;
import dev.baton.election.Candidate;
import java.sql.SQLException;
import java.time.Duration;

/** One role of this process on the session that holds the locks of all of them. */
final class SharedSessionRole {

    private final Candidate candidate;
    private volatile Grant grant;
    private volatile long standsBackUntil;

    /** The lock of the role, while that session lasts: under the next session it is nothing. */
    record Grant(HoldingConnection session, LeaseRows rows) {}

    SharedSessionRole(Candidate candidate) {
        this.candidate = candidate;
    }

    Candidate candidate() {
        return candidate;
    }

    String role() {
        return candidate.role();
    }

    long key() {
        return candidate.scopeKey();
    }

    Strategy.Session strategy() {
        return (Strategy.Session) candidate.strategy();
    }

    /** What others hear on the channel of roles when its lock is free. */
    String payload() {
        return candidate.role() + ":" + candidate.holderId() + ":0";
    }

    /** After a term, as after a lease: until then whoever had it does not ask for it again. */
    long standsBackUntil() {
        return standsBackUntil;
    }

    void standsBackUntil(long stopwatch) {
        standsBackUntil = stopwatch;
    }

    Duration turnOfOthers() {
        Duration reservation = candidate.reservation();
        Duration lease = candidate.strategy().lease();
        return reservation.compareTo(lease) <= 0 ? reservation : lease;
    }

    void granted(Grant to) {
        grant = to;
    }

    void lost() {
        grant = null;
    }

    Grant grant() throws SQLException {
        Grant held = grant;
        if (held == null) {
            throw new SQLException("the leadership session is gone");
        }
        return held;
    }

    boolean isGranted() {
        return grant != null;
    }

    boolean isGrantedBy(HoldingConnection session) {
        Grant held = grant;
        return held != null && held.session() == session;
    }
}
