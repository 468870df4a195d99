package dev.baton.sql.database;

import dev.baton.SetupRefusedException;
import dev.baton.Strategy;
import dev.baton.sql.jdbc.PostgresDriver;
import java.sql.Connection;
import java.sql.SQLException;
import java.time.Duration;
import java.util.Optional;
import java.util.regex.Pattern;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * A URL of several hosts on PostgreSQL. Its driver asks the next host when it has given up the one before, and gives up one
 * that accepts and says nothing, as a stopped primary does, only after a time-out that it was told. Nothing of ours can end such
 * an attempt from outside, neither in the driver nor in a pool; so elections are not begun by such a URL. The program's own
 * work may go by one: it stops with that primary, and nobody acts twice. Hosts that a data source hands to the driver beside the
 * URL are not seen.
 */
final class SeveralHosts {

    private static final Logger LOG = LoggerFactory.getLogger(SeveralHosts.class);

    /** The usual way to write it, for where the driver is out of our sight. */
    private static final Pattern SEVERAL = Pattern.compile("jdbc:postgresql://[^/?]*,.*");

    /** A lease, by default: to be waited for as long as a leader that died, but not longer. */
    private static final Duration LONGEST = Strategy.lease60().lease();

    private SeveralHosts() {}

    /** @param leadership as the data source gives it */
    static void refuseUnlessBounded(Connection leadership) throws SQLException {
        Optional<String> fault = fault(leadership);
        if (fault.isPresent()) {
            throw new SetupRefusedException("the database's URL " + fault.get());
        }
    }

    /** @param application as the data source gives it */
    static void warnUnlessBounded(Connection application) {
        try {
            fault(application).ifPresent(fault -> LOG.warn("the URL of the program's own data source {}", fault));
        } catch (SQLException e) { // whoever only warns fails nothing
            LOG.debug("a data source does not tell its URL or its time-out", e);
        }
    }

    private static Optional<String> fault(Connection connection) throws SQLException {
        String url = connection.getMetaData().getURL();
        if (url == null || !namesSeveral(url)) {
            return Optional.empty();
        }
        Duration bound = Duration.ofMillis(connection.getNetworkTimeout());
        if (!bound.isZero() && bound.compareTo(LONGEST) <= 0) {
            return Optional.empty();
        }
        String patience = bound.isZero()
                ? "no socketTimeout: of a primary that is stopped the driver would wait for an answer for ever, and"
                        + " never ask the next host"
                : "a socketTimeout of " + bound.toSeconds() + " s: so long would the driver wait for an answer of a"
                        + " primary that is stopped, before it asks the next host (" + LONGEST.toSeconds()
                        + " s at most, a lease by default)";
        return Optional.of(
                "names several hosts and " + patience + "; put connectTimeout=5 and socketTimeout=30 into the URL");
    }

    private static boolean namesSeveral(String url) {
        return SEVERAL.matcher(url).matches() || PostgresDriver.namesSeveralHosts(url);
    }
}
