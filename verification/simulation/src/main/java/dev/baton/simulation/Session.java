package dev.baton.simulation;

import java.util.function.Consumer;

/** A backend of the database server: one statement at a time, a transaction, locks, and time-outs of its own. */
final class Session {

    private final World world;
    private final Connection connection;
    private final long id;
    private final long idleLimit;
    private final long idleInTransactionLimit;

    private Tx tx;
    private Consumer<Object> client;
    private long idleSince;
    private long endedAt = -1;
    private boolean silent;
    private boolean clientGone;
    private long timerAt;

    Session(World world, Connection connection, long id) {
        this.world = world;
        this.connection = connection;
        this.id = id;
        this.idleLimit = connection.idleLimit();
        this.idleInTransactionLimit = connection.idleInTransactionLimit();
        this.idleSince = world.now();
    }

    long id() {
        return id;
    }

    boolean alive() {
        return endedAt < 0;
    }

    /** When the server ended it; negative while it lives. */
    long endedAt() {
        return endedAt;
    }

    Connection connection() {
        return connection;
    }

    /** How long no statement has run; 0 while one does. */
    long idleFor() {
        return client != null ? 0 : world.now() - idleSince;
    }

    /** A statement arrived. */
    void run(Statement statement, Consumer<Object> answerTo) {
        if (!alive()) {
            if (!silent) {
                connection.deliver(answerTo, SqlError.TERMINATED);
            }
            return;
        }
        client = answerTo;
        statement.run(this);
    }

    void answer(Object answer) {
        Consumer<Object> to = client;
        client = null;
        idleSince = world.now();
        armIdleTimer();
        connection.deliver(to, answer);
        if (clientGone) {
            end(true);
        }
    }

    /** Asks for a lock within a statement; goes on when it is granted, fails the statement when it takes too long. */
    void lock(Lock lock, boolean exclusive, boolean untilCommit, long patience, Runnable granted, Runnable tooLong) {
        Lock.Grip grip = new Lock.Grip(this, exclusive, untilCommit, granted);
        if (lock.request(grip)) {
            granted.run();
            return;
        }
        world.agenda().after(patience, world.database().strand(), () -> {
            if (lock.withdraw(grip)) {
                tooLong.run();
            }
        });
    }

    /** A lock was granted that this session's statement waits for. */
    void wake(Runnable granted) {
        world.agenda()
                .after(world.dice().between(5_000, 60_000), world.database().strand(), () -> {
                    if (alive()) {
                        granted.run();
                    }
                });
    }

    void failOnLock() {
        rollback();
        answer(SqlError.LOCK_TIMEOUT);
    }

    void begin() {
        tx = new Tx();
    }

    Tx tx() {
        return tx;
    }

    void commit() {
        Tx done = tx;
        tx = null;
        world.database().apply(done);
        world.database().releaseTransactionLocks(this);
    }

    void rollback() {
        tx = null;
        world.database().releaseTransactionLocks(this);
    }

    /** The client's side has closed; a backend that waits for a lock notices only when it wants to answer. */
    void clientClosed() {
        if (client != null) {
            clientGone = true;
        } else if (alive()) {
            end(true);
        }
    }

    /**
     * Ends the session on the server's side: what was not committed is gone, every lock is free.
     *
     * @param quietly whether the client is told nothing, not even when it asks
     */
    void end(boolean quietly) {
        if (!alive()) {
            return;
        }
        endedAt = world.now();
        silent = quietly;
        tx = null;
        Consumer<Object> waiting = client;
        client = null;
        world.database().forget(this);
        if (waiting != null && !quietly) {
            connection.deliver(waiting, SqlError.TERMINATED);
        }
    }

    /** One timer is enough, as long as it does not ring too late: what it finds too early it sets again. */
    private void armIdleTimer() {
        long due = world.now() + limit();
        if (limit() > 0 && (timerAt <= world.now() || due < timerAt)) {
            timerAt = due;
            world.agenda().after(limit(), world.database().strand(), this::idleTimer);
        }
    }

    private void idleTimer() {
        if (!alive() || client != null || limit() == 0) {
            return;
        }
        long left = idleSince + limit() - world.now();
        if (left > 0) {
            timerAt = world.now() + left;
            world.agenda().after(left, world.database().strand(), this::idleTimer);
            return;
        }
        world.tally().add(tx != null ? Tally.Count.IDLE_TX_KILLS : Tally.Count.IDLE_SESSION_KILLS);
        world.say("database", () -> "ends idle session " + id + " of " + connection);
        end(false);
    }

    private long limit() {
        return tx != null ? idleInTransactionLimit : idleLimit;
    }
}
