package dev.baton.testkit;

import dev.baton.Campaign;
import dev.baton.LeaderToken;
import dev.baton.Strategy;
import dev.baton.sql.Baton;
import dev.baton.sql.Candidacy;

/** One instance of a cluster, with what it was told and a plug to pull. */
public final class Node implements AutoCloseable {

    private final Baton baton;
    private final EventLog events;
    private final PluggedDataSource source;

    Node(Baton baton, EventLog events, PluggedDataSource source) {
        this.baton = baton;
        this.events = events;
        this.source = source;
    }

    public Baton baton() {
        return baton;
    }

    public EventLog events() {
        return events;
    }

    public String id() {
        return baton.nodeId();
    }

    public Campaign campaign(String role, Strategy strategy) {
        return baton.campaign(Candidacy.of(role).with(strategy));
    }

    /** Stands for a role and waits until its gate is open. */
    public LeaderToken lead(String role, Strategy strategy) throws InterruptedException {
        return leads(campaign(role, strategy));
    }

    /** The token of a campaign, once its gate is open. */
    public static LeaderToken leads(Campaign campaign) throws InterruptedException {
        return campaign.awaitLeadership(TestPatience.LONGEST_WAIT)
                .orElseThrow(() -> new AssertionError("no leadership of " + campaign.role() + " within "
                        + TestPatience.LONGEST_WAIT + ", standing " + campaign.standing()));
    }

    /** Cuts the instance off from its database, as the death of its process would. */
    public void crash() {
        source.unplug();
    }

    /** The database is back. */
    public void revive() {
        source.plugIn();
    }

    @Override
    public void close() {
        baton.close();
    }
}
