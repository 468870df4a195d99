package dev.baton.examples.quarkus;

import dev.baton.Campaign;
import dev.baton.LeaderToken;
import dev.baton.NotLeaderException;
import dev.baton.sql.Baton;
import io.quarkus.runtime.ShutdownEvent;
import io.quarkus.runtime.StartupEvent;
import io.quarkus.scheduler.Scheduled;
import jakarta.enterprise.context.ApplicationScoped;
import jakarta.enterprise.event.Observes;
import jakarta.inject.Inject;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.SQLException;
import javax.sql.DataSource;

// region leadership
/** Writes a report every ten seconds, on the instance that leads. */
@ApplicationScoped
public class Leadership {

    @Inject
    DataSource dataSource;

    private Baton baton;
    private Campaign campaign;

    void onStart(@Observes StartupEvent event) { // so that the campaign begins with the application
        baton = Baton.start(dataSource);
        campaign = baton.campaign("reporter");
    }

    void onStop(@Observes ShutdownEvent event) {
        baton.close(); // leaves every role, work in flight finished first
    }

    @Scheduled(every = "10s")
    void report() throws SQLException {
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
