package dev.baton.failures.driver;

import java.io.PrintWriter;
import java.sql.Connection;
import java.sql.SQLException;
import java.sql.SQLFeatureNotSupportedException;
import java.sql.SQLTransientConnectionException;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.HashSet;
import java.util.Optional;
import java.util.Set;
import java.util.logging.Logger;
import javax.sql.DataSource;

/**
 * The connections of one instance: pooled, counted, and failed as planned. An instance that dies is cut off for good.
 * Thread-safe.
 */
public final class Pool implements DataSource {

    private final DataSource source;
    private final Engine engine;
    private final FailurePlan plan;
    private final Wiring wiring;
    private final StatementNames names;
    private final boolean reusing;
    private final Deque<Connection> idle = new ArrayDeque<>();
    private final Set<Connection> open = new HashSet<>();
    private boolean dead;

    public Pool(DataSource source, Engine engine, FailurePlan plan, Wiring wiring, StatementNames names) {
        this(source, engine, plan, wiring, names, true);
    }

    private Pool(
            DataSource source, Engine engine, FailurePlan plan, Wiring wiring, StatementNames names, boolean reusing) {
        this.source = source;
        this.engine = engine;
        this.plan = plan;
        this.wiring = wiring;
        this.names = names;
        this.reusing = reusing;
    }

    /** For elections, whose sessions are never shared: nothing fails here until the instance dies. */
    public static Pool ofSessions(DataSource source, Engine engine, StatementNames names) {
        Wiring wiring = new Wiring(LentState.AUTO_COMMIT, PlantedBug.NONE, false, () -> {});
        return new Pool(source, engine, new FailurePlan(), wiring, names, false);
    }

    @Override
    public Connection getConnection() throws SQLException {
        Optional<Failure> failure = plan.next(Call.Kind.CONNECT, "connect");
        if (failure.isPresent()) {
            if (failure.get().isDeath()) {
                die();
            }
            plan.over();
            throw new SQLTransientConnectionException("no connection is available, says the test", "08001");
        }
        return WatchedConnection.of(taken(), this);
    }

    private Connection taken() throws SQLException {
        synchronized (this) {
            refuseIfDead();
            if (!idle.isEmpty()) {
                return idle.pop();
            }
        }
        Connection connection = source.getConnection();
        if (wiring.impatient()) {
            engine.hurry(connection);
        }
        wiring.state().set(connection);
        synchronized (this) {
            open.add(connection);
            if (dead) {
                Engine.cut(connection);
            }
            refuseIfDead();
        }
        return connection;
    }

    private void refuseIfDead() throws SQLException {
        if (dead) {
            throw new SQLException("this instance is dead, says the test", "08001");
        }
    }

    /** Back from a borrower: whatever it left open is rolled back, and it begins again as at first. */
    void giveBack(Connection connection) {
        try {
            if (!connection.getAutoCommit()) {
                connection.rollback();
            }
            wiring.state().set(connection);
            connection.setNetworkTimeout(Runnable::run, 0);
            synchronized (this) {
                if (!dead && reusing) {
                    idle.push(connection);
                    return;
                }
            }
        } catch (SQLException e) {
            // Not to be used again.
        }
        drop(connection);
    }

    void drop(Connection connection) {
        synchronized (this) {
            open.remove(connection);
        }
        Engine.cut(connection);
    }

    /** The instance is cut off for good, as if its process had been killed. */
    public void die() {
        Set<Connection> all;
        synchronized (this) {
            dead = true;
            all = Set.copyOf(open);
            open.clear();
            idle.clear();
        }
        wiring.death().run();
        all.forEach(Engine::cut);
    }

    /** Ends what is left of a pool that nobody uses any more. */
    public void close() {
        synchronized (this) {
            dead = true;
        }
        Set.copyOf(open).forEach(Engine::cut);
    }

    Engine engine() {
        return engine;
    }

    FailurePlan plan() {
        return plan;
    }

    Wiring wiring() {
        return wiring;
    }

    StatementNames names() {
        return names;
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
