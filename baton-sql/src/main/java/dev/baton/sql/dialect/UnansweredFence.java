package dev.baton.sql.dialect;

import dev.baton.sql.jdbc.SqlCatalog;
import java.sql.Connection;
import java.sql.SQLException;
import java.sql.SQLTransientException;

/**
 * A look at the fence that found no row. Either there is none, which somebody has to say, or the fence could not be read, which says
 * nothing of a token: then the transaction fails, and nobody is deposed.
 */
final class UnansweredFence {

    private UnansweredFence() {}

    /** @param count the statement that counts the rows in which the look found none, and always has an answer */
    static FenceReading ask(Connection connection, SqlCatalog sql, String count, RoleKeys keys) throws SQLException {
        int rows = sql.get(count)
                .set("role", keys.role())
                .first(connection, row -> row.getInt("rows_found"))
                .orElseThrow(UnansweredFence::failure);
        if (rows > 0) {
            throw failure();
        }
        return new FenceReading.NoTerm();
    }

    static SQLException failure() {
        return new SQLTransientException("the fence gave no answer");
    }
}
