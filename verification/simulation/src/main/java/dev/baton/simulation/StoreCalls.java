package dev.baton.simulation;

import dev.baton.election.Request;
import dev.baton.spi.Outcome;

/** The requests of an elector to its store: at most one under way, each answered once, by the store or by its time-out. */
final class StoreCalls {

    private final SimulatedElector elector;
    private final World world;
    private final Store store;
    private Request underWay;
    private long number;
    private Runnable whenHeartbeatSent = () -> {};

    StoreCalls(SimulatedElector elector, Store store) {
        this.elector = elector;
        this.world = elector.world();
        this.store = store;
    }

    boolean isUnderWay() {
        return underWay != null;
    }

    /** Something that goes wrong while the next heartbeat is under way. */
    void whenHeartbeatSent(Runnable once) {
        whenHeartbeatSent = once;
    }

    /** The driver has read the stopwatch; the thread may be held up before anything is sent. */
    void send(Request request) {
        underWay = request;
        long mine = ++number;
        world.say(elector, () -> Report.brief(request));
        elector.node().after(limit(request), elector.strand(), () -> {
            if (mine == number) {
                abandon(SqlError.SOCKET_TIMEOUT);
            }
        });
        Runnable go = () -> {
            if (mine == number) {
                store.send(request, this::replied);
            }
        };
        if (request instanceof Request.Renew) {
            whenHeartbeatSent.run();
            whenHeartbeatSent = () -> {};
        }
        if (world.dice().chance(0.02)) {
            world.agenda().after(world.stumble(), elector.strand(), go);
        } else {
            go.run();
        }
    }

    private long limit(Request request) {
        long limit = elector.strategy().callTimeout().toNanos();
        return request instanceof Request.Await await ? limit + await.patience().toNanos() : limit;
    }

    void abandonAwait() {
        if (underWay instanceof Request.Await) {
            abandon(SqlError.INTERRUPTED);
        }
    }

    /** Nobody waits for the answer any more; the connection goes, so that none can come. */
    void abandon(SqlError error) {
        store.disconnect();
        if (underWay != null) {
            replied(new Outcome.Failed(error.thrown()));
        }
    }

    private void replied(Outcome outcome) {
        Request request = underWay;
        underWay = null;
        number++;
        elector.replied(request, outcome);
    }
}
