package dev.baton.examples;

import dev.baton.Strategy;
import dev.baton.Takeover;
import dev.baton.sql.Baton;
import dev.baton.sql.Candidacy;

/** Three roles, each elected in the way that suits what it does. */
public final class ChoosingAStrategy {

    private ChoosingAStrategy() {}

    /** Stands for all three. */
    public static void stand(Baton baton) {
        // region choosing
        baton.campaign("sms-sender"); // the default: session, exclusive
        baton.campaign(Candidacy.of("aggregator").with(Strategy.session().with(Takeover.IMMEDIATE)));
        baton.campaign(Candidacy.of("tenant-4711").with(Strategy.lease60()));
        // endregion
    }
}
