package dev.baton.examples;

import dev.baton.LeaderGate;
import dev.baton.LeaderToken;
import dev.baton.sql.Baton;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.SQLException;
import javax.sql.DataSource;

/** The same write with and without a fence; a pause between check and write is what makes the difference. */
public final class Unfenced {

    private final Baton baton;
    private final DataSource dataSource;
    private final LeaderGate gate;

    public Unfenced(Baton baton, DataSource dataSource, LeaderGate gate) {
        this.baton = baton;
        this.dataSource = dataSource;
        this.gate = gate;
    }

    /** Checks, pauses, writes: wrong. */
    public void write(String value, Runnable pause) throws SQLException {
        // region unfenced
        if (gate.isLeader()) {
            pause.run(); // a collection, a frozen machine: as long as it likes
            try (Connection connection = dataSource.getConnection()) {
                set(connection, value); // overwrites what the next leader has written
            }
        }
        // endregion
    }

    /** Takes the token, pauses, writes under it: right. */
    public void writeFenced(String value, Runnable pause) throws SQLException {
        // region fenced
        LeaderToken token = gate.requireLeader();
        pause.run(); // the same pause
        baton.fenced(token, connection -> set(connection, value)); // throws, and nothing is written
        // endregion
    }

    static void set(Connection connection, String value) throws SQLException {
        try (PreparedStatement statement = connection.prepareStatement("UPDATE setting SET value = ?")) {
            statement.setString(1, value);
            statement.executeUpdate();
        }
    }
}
