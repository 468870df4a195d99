package dev.baton.examples.micronaut;

import dev.baton.Campaign;
import dev.baton.LeaderToken;
import dev.baton.NotLeaderException;
import dev.baton.sql.Baton;
import io.micronaut.scheduling.annotation.Scheduled;
import jakarta.inject.Singleton;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.SQLException;

// region reporter
/** Writes a report every ten seconds, on the instance that leads. */
@Singleton
public class Reporter {

    private final Baton baton;
    private final Campaign campaign;

    public Reporter(Baton baton, Campaign campaign) {
        this.baton = baton;
        this.campaign = campaign;
    }

    @Scheduled(fixedDelay = "10s")
    public void report() throws SQLException {
        if (campaign.gate().isLeader()) {
            write();
        }
    }

    private void write() throws SQLException {
        try {
            LeaderToken token = campaign.gate().requireLeader();
            baton.fenced(token, connection -> insert(connection, token));
        } catch (NotLeaderException e) {
            // lost in between: nothing was written, and another instance goes on
        }
    }

    private static int insert(Connection connection, LeaderToken token) throws SQLException {
        try (PreparedStatement insert = connection.prepareStatement("INSERT INTO reports (epoch) VALUES (?)")) {
            insert.setLong(1, token.epoch());
            return insert.executeUpdate();
        }
    }
}
// endregion
