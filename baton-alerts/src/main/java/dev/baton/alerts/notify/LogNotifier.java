package dev.baton.alerts.notify;

import java.util.concurrent.CompletableFuture;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Writes notices to the log, as events {@code alert_firing} and {@code alert_resolved}. */
public final class LogNotifier implements Notifier {

    private static final Logger LOG = LoggerFactory.getLogger("dev.baton.alerts");

    public LogNotifier() {}

    @Override
    public CompletableFuture<Void> sendNotice(Notice notice) {
        var event = (notice.isFiring() ? LOG.atWarn() : LOG.atInfo())
                .addKeyValue("event", "alert_" + notice.transition().word())
                .addKeyValue("alert", notice.alert())
                .addKeyValue("severity", notice.severity());
        event.log(notice.sentence());
        return CompletableFuture.completedFuture(null);
    }
}
