package dev.baton.architecture.planted;

import java.sql.PreparedStatement;
import java.sql.SQLException;

/** Runs a statement as if it could not answer. */
public final class Updater {
    private Updater() {}

    static int write(PreparedStatement statement) throws SQLException {
        return statement.executeUpdate();
    }
}
