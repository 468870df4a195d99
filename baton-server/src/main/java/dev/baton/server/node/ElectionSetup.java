package dev.baton.server.node;

import dev.baton.server.config.Configuration;
import dev.baton.server.config.DatabaseConfig.Login;
import dev.baton.server.config.ElectionConfig;
import dev.baton.sql.Baton;
import dev.baton.sql.BatonBuilder;
import java.sql.SQLException;
import javax.sql.DataSource;

/** What everybody who reads the same {@code [election]} has to agree on, to meet in one election. */
final class ElectionSetup {

    private ElectionSetup() {}

    static BatonBuilder builder(Configuration configuration, Login login, DataSource application) {
        ElectionConfig election = configuration.election();
        BatonBuilder builder = Baton.on(application)
                .leadership(
                        DataSources.plain(configuration.database().leadership().orElse(login)))
                .tables(configuration.database().tables())
                .hostNode(login.url())
                .namespace(election.namespace())
                .backoff(election.backoff())
                .staleThreshold(election.staleThreshold())
                .channel(election.channel());
        configuration.node().id().ifPresent(builder::node);
        election.named().ifPresent(builder::strategy);
        if (election.sharedSessions()) {
            builder.sharedSessions();
        }
        if (!configuration.database().migrate()) {
            builder.checkSchemaOnly();
        }
        if (!election.enabled()) {
            return election.alwaysLeader() ? builder.disabledAsLeader() : builder.disabledAsFollower();
        }
        return builder;
    }

    /** A database that is away now is waited for; one that lets nobody in is not. */
    static void refuseUnlessPassing(Baton baton) {
        try {
            baton.database().ready();
        } catch (SQLException e) {
            DataSources.refuseUnlessPassing(e);
        }
    }
}
