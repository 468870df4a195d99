package dev.baton.sql.database;

import java.sql.Connection;
import java.sql.SQLException;
import java.util.regex.Pattern;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * A URL of several hosts on PostgreSQL. Its driver asks the next host when it has given up the one before, and gives up one
 * that accepts and says nothing, as a stopped primary does, only after a time-out that it was told. Nothing of ours can end such
 * an attempt from outside: all we can do is say so while all is well.
 */
final class SeveralHosts {

    private static final Logger LOG = LoggerFactory.getLogger(SeveralHosts.class);
    private static final Pattern SEVERAL = Pattern.compile("jdbc:postgresql://[^/?]*,.*");

    private SeveralHosts() {}

    /** @param connection as the data source gives it */
    static void warnUnlessBounded(Connection connection) throws SQLException {
        String url = connection.getMetaData().getURL();
        if (url != null && SEVERAL.matcher(url).matches() && connection.getNetworkTimeout() == 0) {
            LOG.warn(
                    "the database's URL names several hosts and no socketTimeout: of a primary that is stopped the driver"
                            + " would wait for an answer for ever, and never ask the next host; add connectTimeout=5 and"
                            + " socketTimeout=30 to the URL");
        }
    }
}
