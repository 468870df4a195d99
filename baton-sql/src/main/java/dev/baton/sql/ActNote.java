package dev.baton.sql;

import java.sql.Connection;
import java.sql.SQLException;

/**
 * What is to be on record about an act: written in the act's own transaction, so that neither stays without the other.
 */
@FunctionalInterface
public interface ActNote {

    /**
     * Writes it, after the act and before the commit. Called again with every further try of the act. Must not commit.
     *
     * @throws SQLException and the act is taken back
     */
    void write(Connection connection) throws SQLException;
}
