package dev.baton.simulation;

import dev.baton.election.State;

/** One thing that goes wrong, or that an operator does. Data, so that a failing run can be shrunk. */
sealed interface Fault {

    /** The longest pause, partition, stall or outage: longer than any lease. */
    long LONGEST = 2_500_000_000L;

    long at();

    Tally.Count count();

    void strike(World world);

    /** The process ends; silently: the server does not hear of it. Another incarnation starts later. */
    record Crash(long at, int node, boolean silently, long downFor) implements Fault {
        @Override
        public Tally.Count count() {
            return Tally.Count.FAULT_CRASH;
        }

        @Override
        public void strike(World world) {
            Node victim = world.node(node);
            if (victim.isAlive()) {
                victim.crash(silently);
                world.fate(world.now() + downFor, victim::start);
            }
        }
    }

    /** The whole process stands still (a stop-the-world pause, SIGSTOP). */
    record Pause(long at, int node, long length) implements Fault {
        @Override
        public Tally.Count count() {
            return Tally.Count.FAULT_PAUSE;
        }

        @Override
        public void strike(World world) {
            world.node(node).pause(world.now() + length);
        }
    }

    /** One thread stands still: the election's, or a worker's in the middle of whatever it does. */
    record Hiccup(long at, int node, int role, boolean worker, long length) implements Fault {
        @Override
        public Tally.Count count() {
            return Tally.Count.FAULT_HICCUP;
        }

        @Override
        public void strike(World world) {
            if (!world.node(node).isAlive()) {
                return;
            }
            SimulatedElector elector = world.node(node).elector(role);
            if (!worker) {
                elector.strand().hold(world.now() + length);
            } else if (!elector.work().lanes().isEmpty()) {
                elector.work().lanes().get(0).strand().hold(world.now() + length);
            }
        }
    }

    /** The next request is lost, and with it that direction of its connection. */
    record LoseRequest(long at, int node) implements Fault {
        @Override
        public Tally.Count count() {
            return Tally.Count.FAULT_LOSE_REQUEST;
        }

        @Override
        public void strike(World world) {
            world.node(node).loseNextRequest();
        }
    }

    /** The next answer is lost: what it would have acknowledged has happened. */
    record LoseAnswer(long at, int node) implements Fault {
        @Override
        public Tally.Count count() {
            return Tally.Count.FAULT_LOSE_ANSWER;
        }

        @Override
        public void strike(World world) {
            world.node(node).loseNextAnswer();
        }
    }

    /** A wake-up, once too often. */
    record Nudge(long at, int node, int role) implements Fault {
        @Override
        public Tally.Count count() {
            return Tally.Count.FAULT_NUDGE;
        }

        @Override
        public void strike(World world) {
            if (world.node(node).isAlive()) {
                world.node(node).elector(role).lookNow();
                world.node(node).elector(role).lookNow();
            }
        }
    }

    /** Messages of one node are held back, in one direction or both. */
    record Partition(long at, int node, boolean up, boolean down, long length) implements Fault {
        @Override
        public Tally.Count count() {
            return Tally.Count.FAULT_PARTITION;
        }

        @Override
        public void strike(World world) {
            if (up) {
                world.node(node).up().hold(world.now() + length);
            }
            if (down) {
                world.node(node).down().hold(world.now() + length);
            }
        }
    }

    /**
     * The database ends the leader's session; the leader learns it when it asks, or not even then. The worst moment is
     * right after a heartbeat.
     */
    record ServerCut(long at, int role, boolean quietly, boolean afterHeartbeat) implements Fault {
        @Override
        public Tally.Count count() {
            return Tally.Count.FAULT_SERVER_CUT;
        }

        @Override
        public void strike(World world) {
            RoleTable table = world.database().table(role);
            if (afterHeartbeat) {
                table.afterHeartbeat(() -> cut(table));
            } else {
                cut(table);
            }
        }

        private void cut(RoleTable table) {
            Session holder = table.seat().holder();
            if (holder != null) {
                holder.end(quietly);
            }
        }
    }

    /** The client's side of the election's connection breaks; the server may or may not learn it. */
    record ClientCut(long at, int node, int role, boolean serverLearns) implements Fault {
        @Override
        public Tally.Count count() {
            return Tally.Count.FAULT_CLIENT_CUT;
        }

        @Override
        public void strike(World world) {
            if (world.node(node).isAlive()
                    && world.node(node).elector(role).store().connection() != null) {
                world.node(node).elector(role).store().connection().breakHere(serverLearns);
            }
        }
    }

    /** An instance leaves (stopped or drained), and stands again later. */
    record Leave(long at, int node, int role, boolean drained, long awayFor) implements Fault {
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
    record Transfer(long at, int role, int successor) implements Fault {
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
    record StopWaiting(long at, int role, long length) implements Fault {
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
    record Resign(long at, int role) implements Fault {
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

    /** A node believes that its machine has slept. */
    record TimeJump(long at, int node, int role) implements Fault {
        @Override
        public Tally.Count count() {
            return Tally.Count.FAULT_TIME_JUMP;
        }

        @Override
        public void strike(World world) {
            if (world.node(node).isAlive()) {
                world.node(node).elector(role).timeJumped();
            }
        }
    }

    /** The database stands still and then goes on as if nothing had happened. */
    record Stall(long at, long length) implements Fault {
        @Override
        public Tally.Count count() {
            return Tally.Count.FAULT_STALL;
        }

        @Override
        public void strike(World world) {
            world.database().stall(world.now() + length);
        }
    }

    /** Every session dies and nobody gets in for a while. */
    record Restart(long at, long length, boolean quietly) implements Fault {
        @Override
        public Tally.Count count() {
            return Tally.Count.FAULT_RESTART;
        }

        @Override
        public void strike(World world) {
            world.database().restart(world.now() + length, quietly);
        }
    }

    /** The database's clock is set. */
    record ClockStep(long at, long delta) implements Fault {
        @Override
        public Tally.Count count() {
            return Tally.Count.FAULT_CLOCK_STEP;
        }

        @Override
        public void strike(World world) {
            world.database().stepClock(delta);
            world.checker().clockStepped(delta);
        }
    }

    /** A standby without the last commits becomes the database. */
    record FailOver(long at, int lostCommits, long length, boolean quietly) implements Fault {
        @Override
        public Tally.Count count() {
            return Tally.Count.FAULT_FAIL_OVER;
        }

        @Override
        public void strike(World world) {
            world.database().failOver(lostCommits, world.now() + length, quietly);
        }
    }
}
