package dev.baton.alerts.notify;

import java.util.concurrent.CompletableFuture;

/** Somebody who is told. Thread-safe. */
@FunctionalInterface
public interface Notifier {

    /** Tells; completes when the far side has it, fails otherwise, within a bound. */
    CompletableFuture<Void> tell(Notice notice);
}
