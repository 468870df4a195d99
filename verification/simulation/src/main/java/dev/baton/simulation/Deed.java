package dev.baton.simulation;

import dev.baton.Strategy;
import dev.baton.election.State;
import java.time.Duration;

/** Something that an operator or a leader's own work does, at a bad moment. */
interface Deed extends Fault {

    /** An instance leaves (stopped or drained), and stands again later. */
    record Leave(long at, int node, int role, boolean drained, long awayFor) implements Deed {
        @Override
        public Tally.Count count() {
            return Tally.Count.FAULT_LEAVE;
        }

        @Override
        public void strike(World world) {
            if (world.node(node).isAlive()) {
                SimulatedElector elector = world.node(node).elector(role);
                if (drained) {
                    elector.drain();
                } else {
                    elector.stop();
                }
                world.fate(world.now() + awayFor, elector::stand);
            }
        }
    }

    /** The leader hands the role to a named node, which may be dead. */
    record Transfer(long at, int role, int successor) implements Deed {
        @Override
        public Tally.Count count() {
            return Tally.Count.FAULT_TRANSFER;
        }

        @Override
        public void strike(World world) {
            for (Node node : world.nodes()) {
                if (node.isAlive() && node.elector(role).gate().isLeader()) {
                    node.elector(role).transferTo(Names.node(successor));
                }
            }
        }
    }

    /** Whoever next holds the role with its gate still shut is told to leave. */
    record StopWaiting(long at, int role, long length) implements Deed {
        private static final long EVERY = 5_000_000;

        @Override
        public Tally.Count count() {
            return Tally.Count.FAULT_STOP_WAITING;
        }

        @Override
        public void strike(World world) {
            look(world, world.now() + length);
        }

        private void look(World world, long until) {
            for (Node node : world.nodes()) {
                if (node.isAlive()
                        && node.elector(role).state() instanceof State.Leading leading
                        && !leading.opened()) {
                    SimulatedElector elector = node.elector(role);
                    elector.stop();
                    world.fate(world.now() + LONGEST / 4, elector::stand);
                    return;
                }
            }
            if (world.now() < until) {
                world.fate(world.now() + EVERY, () -> look(world, until));
            }
        }
    }

    /** The leader's work ends by itself. */
    record Resign(long at, int role) implements Deed {
        @Override
        public Tally.Count count() {
            return Tally.Count.FAULT_RESIGN;
        }

        @Override
        public void strike(World world) {
            for (Node node : world.nodes()) {
                if (node.isAlive()) {
                    node.elector(role).work().resign();
                }
            }
        }
    }

    /** The process is asked to end, and does so in order; another one starts later. */
    record Close(long at, int node, long downFor) implements Deed {
        @Override
        public Tally.Count count() {
            return Tally.Count.FAULT_CLOSE;
        }

        @Override
        public void strike(World world) {
            Node closing = world.node(node);
            if (closing.isAlive()) {
                closing.close(() -> world.fate(world.now() + downFor, closing::start));
            }
        }
    }

    /** Somebody takes the role as a lock, if it is free, and gives it back: a name may be both. */
    record Lock(long at, int node, int role, long lease, long hold) implements Deed {
        @Override
        public Tally.Count count() {
            return Tally.Count.FAULT_LOCK;
        }

        @Override
        public void strike(World world) {
            if (world.node(node).isAlive()) {
                Duration atMost = Duration.ofNanos(lease);
                LockCaller.call(world.node(node), role, new Strategy.Lease(atMost, atMost.dividedBy(10), atMost), hold);
            }
        }
    }

    /** An operator changes the row of a role with a statement of their own. */
    record ByHand(long at, int role, Change change) implements Deed {
        private static final long WHILE_LOCKED = 1_000_000;

        enum Change {
            /** {@code SET expires_at = now}. */
            EXPIRE,
            /** {@code SET lease_epoch = lease_epoch + 1}, as the runbook says. */
            REVOKE,
            /** {@code DELETE}. */
            DELETE
        }

        @Override
        public Tally.Count count() {
            return switch (change) {
                case EXPIRE -> Tally.Count.FAULT_EXPIRED_BY_HAND;
                case REVOKE -> Tally.Count.FAULT_REVOKED_BY_HAND;
                case DELETE -> Tally.Count.FAULT_DELETED_BY_HAND;
            };
        }

        @Override
        public void strike(World world) {
            RoleTable table = world.database().table(role);
            if (table.rowLock().holder() != null) {
                world.fate(world.now() + WHILE_LOCKED, () -> strike(world));
            } else if (table.row() != null) {
                world.database()
                        .changeByHand(
                                table, changed(table.row(), world.database().clock()));
                if (change == Change.DELETE) {
                    world.checker().recordLost();
                }
            }
        }

        private Row changed(Row row, long now) {
            return switch (change) {
                case EXPIRE -> row.withExpiry(now);
                case REVOKE -> row.withEpoch(row.epoch() + 1);
                case DELETE -> null;
            };
        }
    }
}
