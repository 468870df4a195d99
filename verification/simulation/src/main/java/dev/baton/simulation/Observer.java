package dev.baton.simulation;

import dev.baton.LeaderToken;
import dev.baton.LeadershipEvent;
import dev.baton.LeadershipEvent.Kind;
import dev.baton.election.Request;
import dev.baton.election.State;
import dev.baton.spi.Outcome;

/** Counts and tells; judges nothing. */
final class Observer {

    private final World world;

    Observer(World world) {
        this.world = world;
    }

    void heard(SimulatedElector elector, LeadershipEvent event) {
        if (event.kind() == Kind.LEADER_RENEWED) {
            world.tally().add(Tally.Count.RENEWS);
            return;
        }
        world.say(elector, () -> event.kind().label() + " (epoch " + event.epoch() + ": " + event.reason() + ")");
        if (event.kind() == Kind.LEADER_LOST) {
            world.tally().add(Tally.Count.TERMS_LOST);
        } else if (event.kind() == Kind.LEADER_ACQUIRE_FAILED && event.reason().contains("still runs")) {
            world.tally().add(Tally.Count.HELD_UP_BY_OLD_WORK);
        } else if (event.reason().equals("left before its gate could open")) {
            world.tally().add(Tally.Count.LEFT_WHILE_WAITING);
        }
    }

    void replied(SimulatedElector elector, Request request, Outcome outcome) {
        if (outcome instanceof Outcome.Acquired acquired) {
            world.tally().add(acquired.failover() ? Tally.Count.FAILOVERS : Tally.Count.TERMS);
            if (!acquired.quiet().isZero()) {
                world.tally().add(Tally.Count.WAITED_TRUST_WINDOW);
            }
        } else if (outcome instanceof Outcome.Released) {
            world.tally().add(Tally.Count.RELEASES);
        } else if (outcome instanceof Outcome.Deferred deferred
                && deferred.reason() == Outcome.Deferred.Reason.PREFERRED) {
            world.tally().add(Tally.Count.DEFERRED_TO_PREFERRED);
        }
    }

    void gateOpened(SimulatedElector elector, LeaderToken token) {
        world.tally().add(Tally.Count.GATE_OPENINGS);
        if (elector.state() instanceof State.Leading leading && leading.opened() && elector.hadOpened(token)) {
            world.tally().add(Tally.Count.GATE_REOPENINGS_IN_TERM);
        }
    }
}
