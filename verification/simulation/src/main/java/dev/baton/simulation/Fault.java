package dev.baton.simulation;

/** One thing that goes wrong. Data, so that a failing run can be shrunk. */
interface Fault {

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
            } else if (!elector.work().workers().isEmpty()) {
                elector.work().workers().get(0).strand().hold(world.now() + length);
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

    /** Messages of one node take longer, both ways: heartbeats are answered, and too late. */
    record Slow(long at, int node, long by, long length) implements Fault {
        @Override
        public Tally.Count count() {
            return Tally.Count.FAULT_SLOW;
        }

        @Override
        public void strike(World world) {
            world.node(node).up().slow(by, world.now() + length);
            world.node(node).down().slow(by, world.now() + length);
        }
    }

    /**
     * The machine of the leader, or of that node if nobody leads, is suspended: its stopwatch stands still too. The worst
     * moment is while a heartbeat is under way.
     */
    record Suspend(long at, int node, int role, boolean duringHeartbeat, long length) implements Fault {
        @Override
        public Tally.Count count() {
            return Tally.Count.FAULT_SUSPEND;
        }

        @Override
        public void strike(World world) {
            SimulatedElector leader = world.leader(role);
            if (leader == null) {
                world.node(node).suspend(length);
            } else if (duringHeartbeat) {
                leader.calls().whenHeartbeatSent(() -> leader.node().suspend(world.isCalm() ? 0 : length));
            } else {
                leader.node().suspend(length);
            }
        }
    }

    /** The next step of an election fails in a way that nobody has foreseen: a defect, not an error of the database. */
    record Defect(long at, int node, int role) implements Fault {
        @Override
        public Tally.Count count() {
            return Tally.Count.FAULT_DEFECT;
        }

        @Override
        public void strike(World world) {
            if (world.node(node).isAlive()) {
                world.node(node).elector(role).failNextStep();
            }
        }
    }

    /** The leader's work never returns from something; only one instance of a role has such bad luck at a time. */
    record Hang(long at, int role) implements Fault {
        @Override
        public Tally.Count count() {
            return Tally.Count.FAULT_HANG;
        }

        @Override
        public void strike(World world) {
            SimulatedElector leader = world.leader(role);
            for (Node node : world.nodes()) {
                if (leader == null
                        || (node.isAlive() && node.elector(role).work().isHung())) {
                    return;
                }
            }
            leader.work().hang();
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
            if (!world.scenario().engine().failsOver()) {
                world.database().restart(world.now() + length, quietly);
                return;
            }
            world.database().failOver(lostCommits, world.now() + length, quietly);
            world.checker().recordLost();
        }
    }
}
