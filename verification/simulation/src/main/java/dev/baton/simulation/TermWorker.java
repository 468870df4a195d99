package dev.baton.simulation;

import dev.baton.FenceDemand;
import dev.baton.LeaderToken;
import dev.baton.StaleTokenException.Refusal;
import java.util.Optional;
import java.util.function.Consumer;

/** A worker thread of one term: through the gate to the outside, through the gate and the fence into the database. */
final class TermWorker {

    /** When nothing goes wrong any more, more of the same proves nothing. */
    private static final long CALM_PAUSE = 500_000_000;

    private final SimulatedElector elector;
    private final World world;
    private final Work work;
    private final LeaderToken term;
    private final Strand strand;
    private Connection connection;
    private long pauses;
    private boolean pausing;

    TermWorker(SimulatedElector elector, Work work, LeaderToken term) {
        this.elector = elector;
        this.world = elector.world();
        this.work = work;
        this.term = term;
        this.strand = elector.node().strand("worker");
    }

    Strand strand() {
        return strand;
    }

    void begin() {
        passIn(world.dice().between(10_000, 5_000_000));
    }

    /** Ends a pause, if it makes one: whoever is told to stop need not wait for its next turn. */
    void wake() {
        if (pausing) {
            passIn(world.dice().between(1_000, 1_000_000));
        }
    }

    private void passIn(long delay) {
        pausing = true;
        long number = ++pauses;
        later(delay, () -> {
            if (number == pauses) {
                pausing = false;
                pass();
            }
        });
    }

    /** The gate, then an act on the outside in the same breath, then a fenced transaction a moment later. */
    private void pass() {
        if (work.isOver(term)) {
            work.ended(this);
            return;
        }
        if (!elector.gate().isLeader()) {
            world.tally().add(Tally.Count.GATES_BLOCKED);
            passIn(pause());
            return;
        }
        LeaderToken token = elector.gate().requireLeader();
        world.checker().acted(elector, token);
        FenceDemand demand = world.dice().chance(0.5) ? FenceDemand.CURRENT : FenceDemand.UNEXPIRED;
        later(world.stumbleOr(20_000), () -> transact(token, demand));
    }

    private void transact(LeaderToken token, FenceDemand demand) {
        long bound = elector.strategy().fenceBound().toNanos();
        Connection own = new Connection(elector.node(), strand, elector + " writer", 0, bound);
        connection = own;
        elector.inFlight().transactionBegins();
        elector.node().after(elector.strategy().lease().toNanos(), strand, () -> {
            if (connection == own) {
                failed(token);
            }
        });
        ask(token, Sql.BEGIN, begun -> fence(token, demand, bound));
    }

    private void fence(LeaderToken token, FenceDemand demand, long bound) {
        Sql sql = elector.sql();
        Bug bug = world.bug();
        if (bug == Bug.FENCE_ONE_STATEMENT) {
            ask(token, sql.lockAndCheckFence(token, demand, bound), verdict -> write(token, verdict));
        } else if (bug == Bug.FENCE_WITHOUT_LOCK) {
            ask(token, sql.checkFence(token, demand), verdict -> write(token, verdict));
        } else if (world.scenario().engine().hasFenceRow()) {
            ask(
                    token,
                    sql.readFenceRow(bound),
                    row -> ask(
                            token,
                            sql.checkFence(token, demand, (RoleTable.FenceRow) row),
                            verdict -> write(token, verdict)));
        } else {
            Statement check = bug == Bug.FENCE_REPEATABLE_READ
                    ? sql.checkFenceInOldSnapshot(token, demand)
                    : sql.checkFence(token, demand);
            ask(token, sql.lockFence(false, bound), locked -> ask(token, check, verdict -> write(token, verdict)));
        }
    }

    @SuppressWarnings("unchecked")
    private void write(LeaderToken token, Object answer) {
        Optional<Refusal> verdict = (Optional<Refusal>) answer;
        if (verdict.isPresent()) {
            elector.fenceRefused(token, verdict.get());
            ask(token, Sql.ROLLBACK, done -> next());
            return;
        }
        if (world.scenario().engine().endsTransactions() && world.dice().chance(0.05)) {
            Statement end = world.dice().chance(0.7) ? Sql.BE_VICTIM : Sql.CHANGE_SCHEMA;
            ask(token, end, ended -> goOnWithoutTransaction(token));
        } else {
            ask(token, elector.sql().write(token), written -> commit(token));
        }
    }

    /** The user's code has caught whatever it was, and tries again a little later. */
    private void goOnWithoutTransaction(LeaderToken token) {
        Connection own = connection;
        long patience = elector.strategy().fenceBound().toNanos();
        later(world.dice().between(100_000, patience), () -> {
            if (connection == own) {
                ask(token, elector.sql().write(token), written -> commit(token));
            }
        });
    }

    /** Where the server may have ended the transaction, the commit is preceded by the proof that it has not. */
    private void commit(LeaderToken token) {
        if (!world.scenario().engine().endsTransactions() || world.bug() == Bug.FENCE_NOT_PROVEN) {
            ask(token, Sql.COMMIT, done -> next());
            return;
        }
        ask(token, Sql.PROVE_FENCE, proof -> {
            if (proof == Sql.OK) {
                ask(token, Sql.COMMIT, done -> next());
            } else {
                world.tally().add(Tally.Count.FENCES_LOST);
                ask(token, Sql.ROLLBACK, done -> next());
            }
        });
    }

    private void next() {
        connection.close();
        connection = null;
        elector.inFlight().transactionEnds();
        passIn(pause());
    }

    /** An SQL error in the leader's own writes costs the term. */
    private void failed(LeaderToken token) {
        world.tally().add(Tally.Count.WRITE_ERRORS);
        elector.stepDown(token, "a fenced write failed");
        next();
    }

    private void ask(LeaderToken token, Statement statement, Consumer<Object> then) {
        Connection own = connection;
        own.call(statement, answer -> {
            if (answer instanceof SqlError) {
                failed(token);
            } else if (world.dice().chance(0.02)) {
                later(world.stumble(), () -> goOn(own, then, answer));
            } else {
                then.accept(answer);
            }
        });
    }

    private void goOn(Connection own, Consumer<Object> then, Object answer) {
        if (connection == own) {
            then.accept(answer);
        }
    }

    private long pause() {
        return world.isCalm()
                ? CALM_PAUSE
                : world.dice().between(20_000_000, world.scenario().pace());
    }

    private void later(long delay, Runnable step) {
        world.agenda().after(delay, strand, step);
    }
}
