package dev.baton.spring.datasource;

import com.zaxxer.hikari.HikariDataSource;
import com.zaxxer.hikari.util.Credentials;
import java.sql.SQLException;
import java.time.Duration;
import java.util.Optional;
import javax.sql.DataSource;

/**
 * A pool beside the application's, set up like it. Elections keep connections for good, and the application's pool was
 * measured for the application: taken from there, a few roles leave nothing of it. Empty while nobody needs it.
 */
final class LeadershipPool extends HikariDataSource {

    /** No real bound: it holds what is kept, and who has roles by the hundred elects them by lease. */
    private static final int LARGEST = 100;

    private static final Duration IDLE = Duration.ofSeconds(30);

    /** While a driver signs in; on a connection that is there, elections bound each answer themselves. */
    private static final Duration SIGN_IN = Duration.ofSeconds(5);

    private final HikariDataSource application;

    private LeadershipPool(HikariDataSource application) {
        this.application = application;
        application.copyStateTo(this);
        String name = application.getPoolName();
        setPoolName(name == null ? "baton-leadership" : name + "-leadership");
        setMaximumPoolSize(LARGEST);
        setMinimumIdle(0);
        setIdleTimeout(IDLE.toMillis());
        setLeakDetectionThreshold(0);
        setInitializationFailTimeout(-1);
        if (waitsForEver()) {
            setJdbcUrl(
                    getJdbcUrl() + (getJdbcUrl().contains("?") ? "&" : "?") + "socketTimeout=" + SIGN_IN.toSeconds());
        }
    }

    /**
     * PostgreSQL's driver, unless it was told otherwise, for a server that accepts and says nothing, as one does that was
     * stopped; of several hosts it never asks the next. Not by a property, which this pool shares with the application's.
     */
    private boolean waitsForEver() {
        String url = getJdbcUrl();
        return url != null
                && url.startsWith("jdbc:postgresql:")
                && !url.contains("socketTimeout=")
                && !getDataSourceProperties().containsKey("socketTimeout");
    }

    /** Empty if the application's data source is no pool of this kind. */
    static Optional<LeadershipPool> beside(DataSource application) {
        try {
            return application.isWrapperFor(HikariDataSource.class)
                    ? Optional.of(new LeadershipPool(application.unwrap(HikariDataSource.class)))
                    : Optional.empty();
        } catch (SQLException | IllegalStateException e) { // one that routes has no target yet
            return Optional.empty();
        }
    }

    /** As they are now: passwords are rotated. */
    @Override
    public Credentials getCredentials() {
        return application.getCredentials();
    }

    @Override
    public String getUsername() {
        return application.getUsername();
    }

    @Override
    public String getPassword() {
        return application.getPassword();
    }
}
