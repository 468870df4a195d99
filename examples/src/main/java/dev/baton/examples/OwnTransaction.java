package dev.baton.examples;

import dev.baton.LeaderToken;
import dev.baton.sql.Baton;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.SQLException;
import javax.sql.DataSource;

/** A fenced write inside a transaction that the caller began and will commit. */
public final class OwnTransaction {

    private OwnTransaction() {}

    /** Moves an amount from one account to another, if the token is still current when it commits. */
    public static void transfer(
            Baton baton, DataSource dataSource, LeaderToken token, String from, String to, long amount)
            throws SQLException {
        // region own-transaction
        try (Connection connection = dataSource.getConnection()) {
            connection.setAutoCommit(false);
            try {
                baton.fence().enter(connection, token); // first, before any write of the transaction
                add(connection, from, -amount);
                add(connection, to, amount);
                baton.fence().commit(connection); // last: refuses if the database ended the transaction meanwhile
            } catch (SQLException | RuntimeException e) {
                connection.rollback(); // also when the fence threw StaleTokenException
                throw e;
            }
        }
        // endregion
    }

    private static void add(Connection connection, String account, long amount) throws SQLException {
        try (PreparedStatement update =
                connection.prepareStatement("UPDATE accounts SET balance = balance + ? WHERE name = ?")) {
            update.setLong(1, amount);
            update.setString(2, account);
            update.executeUpdate();
        }
    }
}
