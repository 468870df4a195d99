package dev.baton.submissions.executor;

import dev.baton.submissions.executor.term.TermContext;
import dev.baton.submissions.executor.webhooks.WebhookDelivery;

/** What a leader does besides attempts: it tells ends to webhooks and deletes what is old. One does it for all shards. */
final class SideDuties {

    private final WebhookDelivery courier;
    private final IntentPruner pruner;

    SideDuties(TermContext context) {
        this.courier = new WebhookDelivery(context);
        this.pruner = new IntentPruner(context);
    }

    void start() {
        courier.start();
        pruner.start();
    }

    void webhookDue() {
        courier.wake();
    }

    void stop() {
        courier.stop();
        pruner.stop();
    }
}
