package dev.baton.server.node;

import com.zaxxer.hikari.HikariDataSource;
import dev.baton.LeaderWork;
import dev.baton.server.config.Configuration;
import dev.baton.server.config.DatabaseConfig.Login;
import dev.baton.sql.Baton;
import java.time.Duration;

/** A process that stands for one role, among the nodes and others of its kind, and does nothing else. */
public final class RoleCandidate implements AutoCloseable {

    private static final int CONNECTIONS = 3;

    private final HikariDataSource pool;
    private final Baton baton;

    /**
     * Stands until closed. A database that is away is waited for; one that will not do is refused.
     *
     * @param leaving how long the work may take to end when the role is left
     */
    public RoleCandidate(Configuration configuration, Login login, String role, LeaderWork work, Duration leaving) {
        this.pool = DataSources.pool(login, CONNECTIONS);
        Baton started = null;
        try {
            started = ElectionSetup.builder(configuration, login, pool)
                    .drainTimeout(leaving)
                    .start();
            this.baton = started;
            ElectionSetup.refuseUnlessPassing(baton);
            new WholeOrDivided(baton, role).refuseIfDivided();
            baton.campaign(configuration.election().candidacy(role), work);
        } catch (RuntimeException e) {
            if (started != null) {
                started.close();
            }
            pool.close();
            throw e;
        }
    }

    /** Leaves the role, work in flight ended first. */
    @Override
    public void close() {
        baton.close();
        pool.close();
    }
}
