package dev.baton.failures;

import dev.baton.failures.driver.Engine;
import dev.baton.support.Stopwatch;
import java.time.Duration;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Tells now and then how far it is. Thread-safe. */
final class Progress {

    private static final Logger LOG = LoggerFactory.getLogger(Progress.class);
    private static final Duration EACH = Duration.ofSeconds(30);

    private final Engine engine;
    private final int all;
    private final Stopwatch watch = Stopwatch.system();
    private final long begin = watch.elapsed();
    private long told = begin;
    private int done;

    Progress(Engine engine, int all) {
        this.engine = engine;
        this.all = all;
    }

    /** One more is done. */
    synchronized void next(Tally tally) {
        done++;
        long now = watch.elapsed();
        if (now - told >= EACH.toNanos()) {
            told = now;
            long seconds = Duration.ofNanos(now - begin).toSeconds();
            LOG.info(
                    "{}: {} of {} failures after {} s, {} wrong",
                    engine,
                    done,
                    all,
                    seconds,
                    tally.wrong().size());
        }
    }
}
