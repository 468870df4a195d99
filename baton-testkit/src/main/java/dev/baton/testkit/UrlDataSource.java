package dev.baton.testkit;

import java.io.PrintWriter;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.SQLException;
import java.sql.SQLFeatureNotSupportedException;
import java.sql.Statement;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Supplier;
import java.util.logging.Logger;
import javax.sql.DataSource;

/** Every connection a new session: no pool hides what happens to one. */
public final class UrlDataSource implements DataSource {

    private final Supplier<String> url;
    private final List<String> firstWords;
    private final AtomicInteger turn = new AtomicInteger();

    /**
     * @param firstWords a session begins with one of these statements, the next with the next; with none if there are none
     */
    public UrlDataSource(String url, String... firstWords) {
        this(() -> url, firstWords);
    }

    /** The same with a URL that may be another one for each session. */
    public UrlDataSource(Supplier<String> url, String... firstWords) {
        this.url = url;
        this.firstWords = List.of(firstWords);
    }

    @Override
    public Connection getConnection() throws SQLException {
        return begun(DriverManager.getConnection(url.get()));
    }

    @Override
    public Connection getConnection(String user, String password) throws SQLException {
        return begun(DriverManager.getConnection(url.get(), user, password));
    }

    private Connection begun(Connection connection) throws SQLException {
        if (firstWords.isEmpty()) {
            return connection;
        }
        try (Statement statement = connection.createStatement()) {
            statement.execute(firstWords.get(Math.floorMod(turn.getAndIncrement(), firstWords.size())));
            return connection;
        } catch (SQLException e) {
            connection.close();
            throw e;
        }
    }

    @Override
    public PrintWriter getLogWriter() {
        return null;
    }

    @Override
    public void setLogWriter(PrintWriter out) {
        // Nothing is logged here.
    }

    @Override
    public void setLoginTimeout(int seconds) {
        // The callers bound their own waiting.
    }

    @Override
    public int getLoginTimeout() {
        return 0;
    }

    @Override
    public Logger getParentLogger() throws SQLFeatureNotSupportedException {
        throw new SQLFeatureNotSupportedException("nothing is logged here");
    }

    @Override
    public <T> T unwrap(Class<T> type) throws SQLException {
        throw new SQLException("this is no wrapper of " + type.getName());
    }

    @Override
    public boolean isWrapperFor(Class<?> type) {
        return false;
    }
}
