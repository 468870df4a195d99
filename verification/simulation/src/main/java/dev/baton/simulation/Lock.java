package dev.baton.simulation;

import java.util.ArrayList;
import java.util.List;

/** A shared/exclusive lock of the database: first come, first served, as PostgreSQL's lock manager has it, or not so. */
final class Lock {

    private final List<Grip> held = new ArrayList<>(4);
    private final List<Grip> queue = new ArrayList<>(4);
    private final boolean fair;
    private final Dice dice;

    Lock(boolean fair, Dice dice) {
        this.fair = fair;
        this.dice = dice;
    }

    /** Whether the lock was granted at once; if not, the request queues and its action runs when it is granted. */
    boolean request(Grip grip) {
        if (isHeldBy(grip.session()) || ((queue.isEmpty() || !fair) && fits(grip))) {
            held.add(grip);
            return true;
        }
        queue.add(grip);
        return false;
    }

    /** Whether the request was still waiting and has been withdrawn. */
    boolean withdraw(Grip grip) {
        boolean waiting = queue.remove(grip);
        if (waiting) {
            admit();
        }
        return waiting;
    }

    void releaseAllOf(Session session) {
        held.removeIf(grip -> grip.session() == session);
        queue.removeIf(grip -> grip.session() == session);
        admit();
    }

    void releaseTransaction(Session session) {
        held.removeIf(grip -> grip.session() == session && grip.untilCommit());
        admit();
    }

    boolean isHeldBy(Session session) {
        for (int i = 0; i < held.size(); i++) {
            if (held.get(i).session() == session) {
                return true;
            }
        }
        return false;
    }

    /** The session that holds it, where only one can. */
    Session holder() {
        return held.isEmpty() ? null : held.get(0).session();
    }

    private boolean fits(Grip grip) {
        for (int i = 0; i < held.size(); i++) {
            if (grip.exclusive() || held.get(i).exclusive()) {
                return false;
            }
        }
        return true;
    }

    private void admit() {
        Grip next = next();
        while (next != null && fits(next)) {
            queue.remove(next);
            held.add(next);
            next.session().wake(next.granted());
            next = next();
        }
    }

    /** Whose turn it is. Where it is anybody's, nobody else is let in before this one fits. */
    private Grip next() {
        return queue.isEmpty() ? null : queue.get(fair ? 0 : dice.below(queue.size()));
    }

    /** A request for a lock, and later the hold on it. Compared by identity: a session may ask twice. */
    static final class Grip {
        private final Session session;
        private final boolean exclusive;
        private final boolean untilCommit;
        private final Runnable granted;

        Grip(Session session, boolean exclusive, boolean untilCommit, Runnable granted) {
            this.session = session;
            this.exclusive = exclusive;
            this.untilCommit = untilCommit;
            this.granted = granted;
        }

        Session session() {
            return session;
        }

        boolean exclusive() {
            return exclusive;
        }

        boolean untilCommit() {
            return untilCommit;
        }

        Runnable granted() {
            return granted;
        }
    }
}
