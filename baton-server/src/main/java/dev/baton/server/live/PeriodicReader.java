package dev.baton.server.live;

import java.sql.SQLException;
import java.time.Duration;

/** A part of the state that is read only every few rounds; in between its last answer stands. */
final class PeriodicReader implements LiveFeed.Reader {

    private final LiveFeed.Reader reader;
    private final long rounds;
    private long round;
    private Object last;

    private PeriodicReader(LiveFeed.Reader reader, long rounds) {
        this.reader = reader;
        this.rounds = rounds;
    }

    /** Rounds are a second long. */
    static LiveFeed.Reader every(Duration pause, LiveFeed.Reader reader) {
        return new PeriodicReader(reader, pause.toSeconds());
    }

    @Override
    public Object read() throws SQLException {
        if (last == null || round >= rounds) {
            round = 0;
            last = reader.read();
        }
        round++;
        return last;
    }
}
