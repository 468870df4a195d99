package dev.baton.simulation;

import dev.baton.LeaderToken;
import dev.baton.Strategy;
import dev.baton.spi.Bid;
import dev.baton.spi.Departure;
import dev.baton.spi.Succession;
import java.util.function.Consumer;

/**
 * A caller that takes a role as a lock for a moment, without standing for it, and gives it back, as {@code Baton.tryLease} does
 * in the long way. It has no gate and waits for none. What it is not answered in time it forgets.
 */
final class LockCaller {

    private static final long PATIENCE = 1_000_000_000;

    private final Node node;
    private final World world;
    private final Sql sql;
    private final Strand strand;
    private final Connection connection;
    private final Bid bid;
    private final long hold;
    private long calls;

    private LockCaller(Node node, int role, Strategy.Lease lease, long hold) {
        this.node = node;
        this.world = node.world();
        this.sql = new Sql(world, role, node.index());
        this.strand = node.strand("lock");
        this.bid =
                Bid.forLock(Names.role(role), node.holderId() + "/" + world.now(), Names.node(node.index()), lease, 0);
        this.connection = new Connection(
                node, strand, bid.holderId(), 0, lease.fenceBound().toNanos());
        this.hold = hold;
    }

    /**
     * @param lease how long it lasts at most
     * @param hold when it is given back
     */
    static void call(Node node, int role, Strategy.Lease lease, long hold) {
        new LockCaller(node, role, lease, hold).take();
    }

    private void take() {
        ask(
                Sql.BEGIN,
                begun -> ask(
                        sql.lockFence(true, PATIENCE),
                        locked -> ask(sql.lookForUpdate(), seen -> decide((Look) seen))));
    }

    private void decide(Look look) {
        Succession.Verdict verdict = Succession.judge(look.row(), bid, look.now(), look.preferred());
        if (verdict instanceof Succession.Granted granted) {
            ask(sql.writeTerm(bid, granted), row -> ask(Sql.COMMIT, done -> held(granted)));
        } else {
            connection.close();
        }
    }

    private void held(Succession.Granted granted) {
        world.tally().add(Tally.Count.LOCKS_TAKEN);
        world.say("lock", () -> bid.holderId() + " has " + bid.role() + " under epoch " + granted.epoch());
        node.after(hold, strand, () -> giveBack(new LeaderToken(bid.role(), bid.holderId(), granted.epoch())));
    }

    private void giveBack(LeaderToken token) {
        ask(
                Sql.BEGIN,
                begun -> ask(
                        sql.release(token, Departure.free(Departure.Kind.RELEASED, "given back")),
                        marked -> ask(
                                marked == Sql.NO_SUCH_TERM ? Sql.ROLLBACK : Sql.COMMIT, done -> connection.close())));
    }

    private void ask(Statement statement, Consumer<Object> next) {
        long mine = ++calls;
        node.after(PATIENCE, strand, () -> {
            if (mine == calls) {
                connection.close();
            }
        });
        connection.call(statement, answer -> {
            calls++;
            if (answer instanceof SqlError) {
                connection.close();
            } else {
                next.accept(answer);
            }
        });
    }
}
