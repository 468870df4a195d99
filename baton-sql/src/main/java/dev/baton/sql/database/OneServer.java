package dev.baton.sql.database;

import dev.baton.SetupRefusedException;
import dev.baton.sql.jdbc.Connections;
import java.sql.Connection;
import java.sql.SQLException;
import java.time.Duration;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import javax.sql.DataSource;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * A program stays with one server of a cluster whose servers see a moment later what was written on another. What it has
 * written on one it would not find on the next yet: the lease that it was granted, the job that it has claimed. Nothing stale
 * would be stored for that, but roles and runs would be given up for no reason.
 */
final class OneServer {

    private static final Logger LOG = LoggerFactory.getLogger(OneServer.class);
    private static final Duration OPENING = Duration.ofSeconds(1);
    private static final Duration ANSWER = Duration.ofSeconds(10);

    /** Two connections may be on one server by chance. */
    private static final int EXTRA_CONNECTIONS = 3;

    private OneServer() {}

    /** @param open connections of this program */
    static void prove(Database.Ready ready, DataSource application, List<Connection> open) throws SQLException {
        Set<String> servers = new TreeSet<>();
        for (Connection connection : open) {
            ready.dialect().server(connection, ready.sql()).ifPresent(servers::add);
        }
        if (servers.isEmpty()) {
            return;
        }
        look(EXTRA_CONNECTIONS, ready, application, servers);
        if (servers.size() > 1) {
            throw new SetupRefusedException("the connections of this program are spread over servers of a cluster ("
                    + String.join(", ", servers) + "), each of which sees a moment later what was written on another:"
                    + " give a program one server (one host in its URL, or a proxy with one that is active)");
        }
    }

    /** All at once, or a pool would give the same one again. One that has no more to give is asked no further. */
    private static void look(int more, Database.Ready ready, DataSource application, Set<String> servers)
            throws SQLException {
        Connection connection;
        try {
            connection = Connections.open(application, OPENING);
        } catch (SQLException e) {
            LOG.debug("the data source gives no more connections to compare", e);
            return;
        }
        try {
            Connections.bound(connection, ANSWER);
            ready.dialect().server(connection, ready.sql()).ifPresent(servers::add);
            if (more > 1) {
                look(more - 1, ready, application, servers);
            }
        } finally {
            Connections.drop(connection);
        }
    }
}
