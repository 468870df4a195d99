package dev.baton.election;

import dev.baton.LeadershipEvent.Kind;
import dev.baton.spi.Departure;
import java.time.Duration;

/** A way of leaving a role, and what comes after it. */
public sealed interface Exit {

    Departure departure(Duration reservation);

    /** What listeners hear. */
    Kind kind();

    /** Whether this instance stands for the role again. */
    boolean returns();

    /** Of two ways of leaving asked for together, the one of the higher rank is taken. */
    int rank();

    /** This way of leaving for an instance that, while it was still leaving, was told to stand again. */
    default Exit andReturn() {
        return returns() ? this : new ThenReturn(this);
    }

    /** The process stops standing for the role. */
    record Stop() implements Exit {
        @Override
        public Departure departure(Duration reservation) {
            return Departure.free(Departure.Kind.RELEASED, "stopped");
        }

        @Override
        public Kind kind() {
            return Kind.LEADER_RELEASED;
        }

        @Override
        public boolean returns() {
            return false;
        }

        @Override
        public int rank() {
            return 4;
        }
    }

    /** An operator wants this instance away from the role until told otherwise. */
    record Drain() implements Exit {
        @Override
        public Departure departure(Duration reservation) {
            return Departure.free(Departure.Kind.DRAINED, "drained by an operator");
        }

        @Override
        public Kind kind() {
            return Kind.LEADER_DRAINED;
        }

        @Override
        public boolean returns() {
            return false;
        }

        @Override
        public int rank() {
            return 3;
        }
    }

    /** The role goes to a named node. */
    record Transfer(String successor) implements Exit {
        @Override
        public Departure departure(Duration reservation) {
            return Departure.to(successor, reservation);
        }

        @Override
        public Kind kind() {
            return Kind.LEADER_TRANSFERRED;
        }

        @Override
        public boolean returns() {
            return true;
        }

        @Override
        public int rank() {
            return 2;
        }
    }

    /** The work ended by itself, so the role is better off elsewhere. */
    record Resign(String reason) implements Exit {
        @Override
        public Departure departure(Duration reservation) {
            return Departure.free(Departure.Kind.RELEASED, reason);
        }

        @Override
        public Kind kind() {
            return Kind.LEADER_RELEASED;
        }

        @Override
        public boolean returns() {
            return true;
        }

        @Override
        public int rank() {
            return 1;
        }
    }

    /** Another way of leaving, after which this instance stands again. */
    record ThenReturn(Exit way) implements Exit {
        @Override
        public Departure departure(Duration reservation) {
            return way.departure(reservation);
        }

        @Override
        public Kind kind() {
            return way.kind();
        }

        @Override
        public boolean returns() {
            return true;
        }

        @Override
        public int rank() {
            return way.rank();
        }
    }
}
