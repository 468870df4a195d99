package dev.baton.examples;

import dev.baton.Campaign;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;

/** Two ways to leave a role on purpose. Both let work in flight finish first. */
public final class HandOver {

    private HandOver() {}

    /** Hands the role to a node by name; the role is kept free for it for two seconds. */
    public static void toNode(Campaign campaign, String nodeId)
            throws ExecutionException, InterruptedException, TimeoutException {
        // region transfer
        campaign.transferTo(nodeId).get(30, TimeUnit.SECONDS);
        // endregion
    }

    /** Leaves the role for as long as the maintenance lasts. */
    public static void duringMaintenance(Campaign campaign, Runnable maintenance)
            throws ExecutionException, InterruptedException, TimeoutException {
        // region drain
        campaign.drain().get(30, TimeUnit.SECONDS);
        try {
            maintenance.run();
        } finally {
            campaign.undrain();
        }
        // endregion
    }
}
