package dev.baton.submissions.store;

import java.sql.Connection;
import java.sql.SQLException;
import java.util.function.Consumer;

/**
 * What has changed among the pending intents since the last look, complete whatever the order of commits. Loading a row
 * twice does no harm. Used by one thread.
 */
public interface Changes {

    /** What a look came to. */
    enum Told {
        /** All that is new was told. */
        ALL,

        /** There is more, which the next look tells: it need not be waited for. */
        MORE_AT_ONCE,

        /** There was more than is worth telling, and the window must be rebuilt instead. */
        TOO_MUCH
    }

    /** Begins now: to be followed by a load of the window, which then sees everything before. */
    void begin(Connection connection) throws SQLException;

    /** Whether nothing can be missed; otherwise the window must be rebuilt now and then. */
    boolean isCommitSafe();

    /**
     * Loads what is new.
     *
     * @param hinted somebody waits: what can be told at once is enough
     * @param foreign lanes that need not be told, though they may be, as {@code ,a,b,}
     */
    Told load(Connection connection, boolean hinted, String foreign, Consumer<Due> load) throws SQLException;
}
