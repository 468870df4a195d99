package dev.baton.examples;

import dev.baton.LeadershipEvent;
import dev.baton.LeadershipListener;
import dev.baton.sql.Baton;
import java.util.concurrent.atomic.AtomicLong;
import javax.sql.DataSource;

/** Hears what happens to this instance's candidacies: here, to count terms and to raise an alarm. */
public final class Listening {

    private Listening() {}

    /** Counts the terms that this instance won. */
    public static Baton start(DataSource dataSource, AtomicLong terms, Runnable alarm) {
        // region listening
        LeadershipListener listener = new LeadershipListener() {
            @Override
            public void acquired(LeadershipEvent event) {
                terms.incrementAndGet();
            }

            @Override
            public void fencedWriteRejected(LeadershipEvent event) {
                alarm.run(); // this instance acted in a term that was over
            }
        };
        return Baton.on(dataSource).listener(listener).start();
        // endregion
    }
}
