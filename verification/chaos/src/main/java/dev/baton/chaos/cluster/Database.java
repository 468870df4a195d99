package dev.baton.chaos.cluster;

import dev.baton.chaos.proxy.Way;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;

/** The database of a run: its servers, the way of each node to them, and what its administrator can do. */
public interface Database extends AutoCloseable {

    /** A new way for a node. Where every server takes writes, the number says which one it leads to. */
    Way way(int node);

    /** As the administrator, on a server that has all that was committed. */
    Connection connect() throws SQLException;

    /** Its clock, in its own words. */
    String now();

    /** Ends a session as the lease table names it. */
    void endSession(String session) throws SQLException;

    /** The server that a node's connections lead to now. */
    Server server(int node);

    /** Has another server take the place of this one; nothing that was acknowledged is lost. */
    void switchOver() throws SQLException;

    /** Waits until all of its servers are there and know what the others know. */
    default void awaitWhole() {}

    default void run(String... statements) throws SQLException {
        try (Connection connection = connect();
                Statement statement = connection.createStatement()) {
            for (String sql : statements) {
                statement.execute(sql);
            }
        }
    }

    default String ask(String query) throws SQLException {
        try (Connection connection = connect();
                Statement statement = connection.createStatement();
                ResultSet row = statement.executeQuery(query)) {
            return row.next() ? row.getString(1) : "";
        }
    }

    @Override
    void close();
}
