package dev.baton.alerts.notify;

import java.util.concurrent.CompletableFuture;

/** A way to tell people about an alert. Thread-safe. */
@FunctionalInterface
public interface Notifier {

    /** Sends a notice; completes when the far side has it, fails otherwise, within a bound. */
    CompletableFuture<Void> sendNotice(Notice notice);
}
