package dev.baton.testkit;

import java.io.PrintWriter;
import java.sql.Connection;
import java.sql.SQLException;
import java.sql.SQLFeatureNotSupportedException;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.atomic.AtomicReference;
import java.util.logging.Logger;
import javax.sql.DataSource;

/**
 * A data source with a plug. Pulled, its instance is cut off from the database as if its process had died: nothing is
 * released, nothing is signed off.
 */
public final class PluggedDataSource implements DataSource {

    private final DataSource source;
    private final List<Lent> handedOut = new CopyOnWriteArrayList<>();
    private final AtomicReference<Runnable> meanwhile = new AtomicReference<>();
    private volatile boolean unplugged;

    /**
     * A connection that was given out.
     *
     * @param driver the driver's own, where a pool has given it: a pool's cannot be closed by two at once
     */
    private record Lent(Connection connection, Connection driver) {

        void cut() throws SQLException {
            connection.abort(Runnable::run);
            if (!connection.isClosed() && !driver.isClosed()) {
                driver.close(); // H2's abort does nothing
            }
        }
    }

    public PluggedDataSource(DataSource source) {
        this.source = source;
    }

    @Override
    public Connection getConnection() throws SQLException {
        Runnable first = meanwhile.getAndSet(null);
        if (first != null) {
            first.run();
        }
        refuseIfUnplugged();
        Connection connection = source.getConnection();
        handedOut.add(new Lent(connection, connection.unwrap(Connection.class)));
        refuseIfUnplugged();
        return connection;
    }

    private void refuseIfUnplugged() throws SQLException {
        if (unplugged) {
            throw new SQLException("unplugged by the test", "08001");
        }
    }

    /** Has something happen before the next connection is given. */
    public void meanwhile(Runnable action) {
        meanwhile.set(action);
    }

    /** Ends every connection and gives no new one until {@link #plugIn()}. */
    public void unplug() {
        unplugged = true;
        for (Lent lent : handedOut) {
            try {
                lent.cut();
            } catch (SQLException e) {
                throw new IllegalStateException("a connection could not be cut", e);
            }
        }
        handedOut.clear();
    }

    public void plugIn() {
        unplugged = false;
    }

    @Override
    public Connection getConnection(String user, String password) throws SQLException {
        throw new SQLFeatureNotSupportedException("the test has one account");
    }

    @Override
    public PrintWriter getLogWriter() throws SQLException {
        return source.getLogWriter();
    }

    @Override
    public void setLogWriter(PrintWriter out) throws SQLException {
        source.setLogWriter(out);
    }

    @Override
    public void setLoginTimeout(int seconds) throws SQLException {
        source.setLoginTimeout(seconds);
    }

    @Override
    public int getLoginTimeout() throws SQLException {
        return source.getLoginTimeout();
    }

    @Override
    public Logger getParentLogger() throws SQLFeatureNotSupportedException {
        return source.getParentLogger();
    }

    @Override
    public <T> T unwrap(Class<T> type) throws SQLException {
        return source.unwrap(type);
    }

    @Override
    public boolean isWrapperFor(Class<?> type) throws SQLException {
        return source.isWrapperFor(type);
    }
}
