package dev.baton.spring.datasource;

import com.zaxxer.hikari.HikariDataSource;
import com.zaxxer.hikari.util.Credentials;
import java.sql.SQLException;
import java.time.Duration;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
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

    /** What elections take of a URL with several hosts. */
    private static final Duration MOST = Duration.ofSeconds(60);

    private static final Pattern SOCKET_TIMEOUT = Pattern.compile("[?&]socketTimeout=([^&]*)");

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
        if (waitsTooLong()) {
            setJdbcUrl(
                    getJdbcUrl() + (getJdbcUrl().contains("?") ? "&" : "?") + "socketTimeout=" + SIGN_IN.toSeconds());
        }
    }

    /**
     * PostgreSQL's driver, unless it was told otherwise, for a server that accepts and says nothing, as one does that was
     * stopped; of several hosts it never asks the next. Queries of the application may be allowed more than a sign-in. In the URL, where
     * the last word counts, and not by a property, which this pool shares with the application's.
     */
    private boolean waitsTooLong() {
        String url = getJdbcUrl();
        if (url == null || !url.startsWith("jdbc:postgresql:")) {
            return false;
        }
        Object told = getDataSourceProperties().get("socketTimeout");
        Matcher inUrl = SOCKET_TIMEOUT.matcher(url);
        while (inUrl.find()) {
            told = inUrl.group(1);
        }
        try {
            int seconds = told == null ? 0 : Integer.parseInt(told.toString());
            return seconds <= 0 || seconds > MOST.toSeconds();
        } catch (NumberFormatException e) {
            return false; // for the driver to complain of
        }
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
