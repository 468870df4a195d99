package dev.baton.simulation;

import java.util.function.Consumer;

/** The client's end of a connection. Each side can lose the other without noticing. */
final class Connection {

    private final World world;
    private final Node node;
    private final Strand strand;
    private final String purpose;
    private final long idleLimit;
    private final long idleInTransactionLimit;
    private final NetworkPath up;
    private final NetworkPath down;
    private Session session;
    private boolean closed;
    private boolean broken;
    private long lastArrival;

    /**
     * Opens it; the server's side comes into being with the first message.
     *
     * @param strand the thread that uses it
     * @param idleLimit after how much idling the server ends the session; 0 for never
     * @param idleInTransactionLimit the same within a transaction
     */
    Connection(Node node, Strand strand, String purpose, long idleLimit, long idleInTransactionLimit) {
        this.world = node.world();
        this.node = node;
        this.strand = strand;
        this.purpose = purpose;
        this.idleLimit = idleLimit;
        this.idleInTransactionLimit = idleInTransactionLimit;
        this.up = node.up().branch();
        this.down = node.down().branch();
        node.opened(this);
    }

    long idleLimit() {
        return idleLimit;
    }

    long idleInTransactionLimit() {
        return idleInTransactionLimit;
    }

    Node node() {
        return node;
    }

    /** The server's end; null before the first message has arrived. */
    Session session() {
        return session;
    }

    void call(Statement statement, Consumer<Object> then) {
        if (broken) {
            world.agenda().after(1_000, strand, () -> accept(then, SqlError.CONNECTION_LOST));
            return;
        }
        if (node.losesNextRequest()) {
            world.tally().add(Tally.Count.REQUESTS_LOST);
            up.cut();
        }
        lastArrival = Math.max(lastArrival, world.now() + world.latency() + up.delay(world.now()));
        world.agenda().arrive(lastArrival, world.database().strand(), up, () -> arrive(statement, then));
    }

    private void arrive(Statement statement, Consumer<Object> then) {
        if (world.database().isDown()) {
            deliver(then, SqlError.REFUSED);
            return;
        }
        if (session == null) {
            session = world.database().open(this);
        }
        session.run(statement, then);
    }

    /** The server's answer sets out. */
    void deliver(Consumer<Object> to, Object answer) {
        if (node.losesNextAnswer()) {
            world.tally().add(Tally.Count.ANSWERS_LOST);
            down.cut();
        }
        long arrival = world.now() + world.latency() + down.delay(world.now());
        world.agenda().arrive(arrival, strand, down, () -> accept(to, answer));
    }

    /** Who has closed a connection hears nothing more of it. */
    private void accept(Consumer<Object> to, Object answer) {
        if (!closed) {
            to.accept(answer);
        }
    }

    /** Closes it; whatever was sent before arrives before. */
    void close() {
        if (!closed) {
            closed = true;
            node.closed(this);
            goodbye();
        }
    }

    /** The operating system tells the server that this end is gone. */
    void goodbye() {
        lastArrival = Math.max(lastArrival, world.now() + world.latency());
        world.agenda().arrive(lastArrival, world.database().strand(), up, () -> {
            if (session != null) {
                session.clientClosed();
            }
        });
    }

    /** The client's side breaks: the next use fails. */
    void breakHere(boolean serverLearns) {
        broken = true;
        if (serverLearns) {
            goodbye();
        }
    }

    /** The server's side breaks. Quietly: no packet comes back, the client waits for its time-out. */
    void breakThere(boolean quietly) {
        if (session != null) {
            session.end(quietly);
        }
    }

    @Override
    public String toString() {
        return purpose;
    }
}
