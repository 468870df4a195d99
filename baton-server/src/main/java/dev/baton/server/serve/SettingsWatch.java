package dev.baton.server.serve;

import dev.baton.support.Threads;
import java.time.Duration;
import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Has the settings read again that may change while the node runs. It reads the files, whatever their times say: mounted
 * secrets are links that are exchanged, and two changes within a second have the same time.
 */
final class SettingsWatch implements AutoCloseable {

    private static final Logger LOG = LoggerFactory.getLogger(SettingsWatch.class);
    private static final Duration EVERY = Duration.ofSeconds(5);

    private final ScheduledExecutorService thread =
            Executors.newSingleThreadScheduledExecutor(Threads.daemons("baton-settings"));

    @SuppressWarnings("unused") // it ends with the executor
    SettingsWatch(Runnable reload) {
        var reading = thread.scheduleWithFixedDelay(
                () -> readAgain(reload), EVERY.toMillis(), EVERY.toMillis(), TimeUnit.MILLISECONDS);
    }

    private static void readAgain(Runnable reload) {
        try {
            reload.run();
        } catch (RuntimeException e) {
            LOG.warn("the settings that may change could not be read again", e);
        }
    }

    @Override
    public void close() {
        thread.shutdownNow();
    }
}
