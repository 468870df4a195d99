package dev.baton.sql.database;

import dev.baton.SetupRefusedException;
import dev.baton.sql.jdbc.PostgresDriver;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.regex.Pattern;

/**
 * A URL of several hosts on PostgreSQL. Its driver asks the next host when it has given up the one before, and gives up one
 * that accepts and says nothing, as a stopped primary does, only after a time-out that it was told. Nothing of ours can end such
 * an attempt from outside, neither in the driver nor in a pool; so elections are not begun by such a URL. Hosts that a data source
 * hands to the driver beside the URL are not seen.
 */
final class SeveralHosts {

    /** The usual way to write it, for where the driver is out of our sight. */
    private static final Pattern SEVERAL = Pattern.compile("jdbc:postgresql://[^/?]*,.*");

    private SeveralHosts() {}

    /** @param connection as the data source gives it */
    static void refuseUnlessBounded(Connection connection) throws SQLException {
        String url = connection.getMetaData().getURL();
        if (url != null && namesSeveral(url) && connection.getNetworkTimeout() == 0) {
            throw new SetupRefusedException(
                    "the database's URL names several hosts and no socketTimeout: of a primary that is stopped the"
                            + " driver would wait for an answer for ever, and never ask the next host; add"
                            + " connectTimeout=5 and socketTimeout=30 to the URL");
        }
    }

    private static boolean namesSeveral(String url) {
        return SEVERAL.matcher(url).matches() || PostgresDriver.namesSeveralHosts(url);
    }
}
