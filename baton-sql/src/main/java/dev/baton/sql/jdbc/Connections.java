package dev.baton.sql.jdbc;

import dev.baton.support.Stopwatch;
import dev.baton.support.Threads;
import java.io.FileNotFoundException;
import java.io.IOException;
import java.security.cert.CertificateException;
import java.sql.Connection;
import java.sql.SQLException;
import java.sql.SQLFeatureNotSupportedException;
import java.sql.SQLNonTransientConnectionException;
import java.sql.SQLRecoverableException;
import java.sql.SQLTimeoutException;
import java.time.Duration;
import java.util.Collections;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.WeakHashMap;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.SynchronousQueue;
import java.util.concurrent.ThreadPoolExecutor;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.function.Predicate;
import javax.net.ssl.SSLHandshakeException;
import javax.sql.DataSource;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Connections that cannot hang for ever, whatever the data source and its driver were told. */
public final class Connections {

    private static final Logger LOG = LoggerFactory.getLogger(Connections.class);

    /** Threads are kept for a while: whoever asks now and then should not pay for a new one each time. */
    private static final ExecutorService CONNECTING = new ThreadPoolExecutor(
            0, Integer.MAX_VALUE, 10, TimeUnit.SECONDS, new SynchronousQueue<>(), Threads.unrelated("baton-connect"));

    /** Who gave which connection. */
    private static final Map<Connection, DataSource> OPENED = Collections.synchronizedMap(new WeakHashMap<>());

    private static final Set<Connection> DROPPED =
            Collections.newSetFromMap(Collections.synchronizedMap(new WeakHashMap<>()));

    private static final Map<DataSource, ConnectAttempts> UNDER_WAY = Collections.synchronizedMap(new WeakHashMap<>());

    /** What only a server at work answers, by class: the data is wrong, or somebody was in the way (55: a lock that was not free). */
    private static final Set<String> ANSWERS = Set.of("22", "23", "40", "55");

    private Connections() {}

    /** A connection within this time, or an exception. One that arrives later is closed unused. */
    public static Connection open(DataSource source, Duration atMost) throws SQLException {
        if (HikariPools.givesUpWithin(source, atMost)) {
            return opened(source, source.getConnection());
        }
        long begun = Stopwatch.system().elapsed();
        Optional<Connection> ready = HikariPools.ready(source, atMost);
        if (ready.isPresent()) {
            return opened(source, ready.get());
        }
        Duration left = atMost.minusNanos(Stopwatch.system().elapsed() - begun);
        if (left.isNegative()) {
            throw late(atMost);
        }
        return openElsewhere(source, left);
    }

    private static SQLTimeoutException late(Duration atMost) {
        return new SQLTimeoutException("the data source gave no connection within "
                + atMost.plusNanos(999_999).toMillis()
                + " ms: the database is out of reach, or the pool is too small");
    }

    /** On a thread that may hang: nothing else bounds what a data source does. */
    private static Connection openElsewhere(DataSource source, Duration atMost) throws SQLException {
        CompletableFuture<Connection> promise = new CompletableFuture<>();
        ConnectAttempts attempts = UNDER_WAY.computeIfAbsent(source, s -> new ConnectAttempts());
        try {
            Runnable ended = attempts.begin(atMost);
            if (ended == null) {
                throw new SQLTimeoutException("the data source has " + ConnectAttempts.AT_ONCE
                        + " connections under way and gives none: set connect and socket time-outs in its URL, so that a"
                        + " server that does not answer is given up");
            }
            begin(source, promise, ended);
            return promise.get(atMost.toNanos(), TimeUnit.NANOSECONDS);
        } catch (TimeoutException e) {
            abandon(promise);
            throw late(atMost);
        } catch (ExecutionException e) {
            if (e.getCause() instanceof SQLException error) {
                throw error;
            }
            throw new SQLException("the data source failed: " + e.getCause(), e.getCause());
        } catch (InterruptedException e) {
            abandon(promise);
            Thread.currentThread().interrupt();
            throw new SQLException("interrupted while waiting for a connection", e);
        }
    }

    /** On behalf of this thread: a driver may look for its classes by the context class loader. */
    private static void begin(DataSource source, CompletableFuture<Connection> promise, Runnable ended) {
        ClassLoader context = Thread.currentThread().getContextClassLoader();
        boolean begun = false;
        try {
            CONNECTING.execute(() -> {
                Thread.currentThread().setContextClassLoader(context);
                connect(source, promise, ended);
                Thread.currentThread().setContextClassLoader(null);
            });
            begun = true;
        } finally {
            if (!begun) {
                ended.run();
            }
        }
    }

    private static Connection opened(DataSource source, Connection connection) {
        OPENED.put(connection, source);
        return connection;
    }

    /**
     * Gives one back, or ends its session if that fails. Pools give a new object each time, so what would be kept of it is forgotten
     * first: some of those objects cannot be looked for any more once they are closed.
     */
    static void giveBack(Connection connection) {
        DataSource source = OPENED.remove(connection);
        try {
            connection.close();
        } catch (SQLException | RuntimeException e) {
            LOG.debug("a connection cannot be given back", e);
            drop(connection, source);
        }
    }

    private static void connect(DataSource source, CompletableFuture<Connection> promise, Runnable ended) {
        try {
            Connection connection = opened(source, source.getConnection());
            if (!promise.complete(connection)) {
                drop(connection);
            }
        } catch (Throwable e) {
            promise.completeExceptionally(e);
        } finally {
            ended.run();
        }
    }

    private static void abandon(CompletableFuture<Connection> promise) {
        if (!promise.cancel(false) && !promise.isCompletedExceptionally()) {
            drop(promise.join());
        }
    }

    /**
     * What is done on a connection with something that belongs to its database.
     *
     * @param <W> its statements, for example
     */
    @FunctionalInterface
    public interface Use<W, T> {
        T apply(W with, Connection connection) throws SQLException;
    }

    /** Does something on a borrowed connection, with one bound for getting it and for each answer on it. */
    public static <T, X extends Exception> T useBorrowed(DataSource source, Duration bound, Transactions.Body<T, X> use)
            throws SQLException, X {
        return useBorrowed(source, bound, bound, use);
    }

    /**
     * Does something on a borrowed connection, which is in auto-commit and can be written on, whatever state it comes in,
     * and goes back as it came. One on which something else failed than the caller's data is not given back: its server
     * may be lost, or no longer be the primary.
     *
     * @param opening how long the data source may take to give one
     * @param answer how long the database may take for each answer
     */
    public static <T, X extends Exception> T useBorrowed(
            DataSource source, Duration opening, Duration answer, Transactions.Body<T, X> use) throws SQLException, X {
        try (BorrowedConnection borrowed = BorrowedConnection.from(source, opening, answer)) {
            try {
                return use.run(borrowed.connection());
            } catch (SQLException e) {
                if (!isSoundAfter(e)) {
                    borrowed.drop();
                }
                throw e;
            }
        }
    }

    /** Whether the connection can be used again, although something failed on it. */
    private static boolean isSoundAfter(SQLException error) {
        String state = error.getSQLState();
        return state != null && state.length() == 5 && ANSWERS.contains(state.substring(0, 2));
    }

    /** Whether an error says that the database is away or going, rather than that it refuses something. */
    public static boolean isOutOfReach(SQLException error) {
        return isGone(error) || any(error, e -> e instanceof SQLTimeoutException);
    }

    /** The same, but for time-outs: those of a pool that has given out all that it has look alike. */
    public static boolean isGone(SQLException error) {
        return isUnreachable(error) || lacksRoom(error);
    }

    /** Whether the driver or the SQLSTATE says that the database cannot be reached: no connection, or one that an operator ended. */
    public static boolean isUnreachable(SQLException error) {
        return any(error, e -> {
            String state = e.getSQLState() == null ? "" : e.getSQLState();
            return e instanceof SQLNonTransientConnectionException
                    || e instanceof SQLRecoverableException
                    || state.startsWith("08")
                    || state.startsWith("57P");
        });
    }

    /** Whether a server that is there lacks memory, disk or slots for what was asked: a session that is open stays so. */
    public static boolean lacksRoom(SQLException error) {
        return any(error, e -> e.getSQLState() != null && e.getSQLState().startsWith("53"));
    }

    /**
     * Whether no connection came about because driver and server do not agree on TLS, as with a certificate that nobody has signed whom this Java trusts, or whose
     * signer is in a file that is not there: the same will not work later. An attempt that was cut off meanwhile is told of by a
     * failed handshake as well, but one with the network for its cause.
     */
    public static boolean isRefusedByTls(SQLException error) {
        boolean connecting =
                any(error, e -> e.getSQLState() != null && e.getSQLState().startsWith("08"));
        for (Throwable t = connecting ? error : null; t != null; t = t.getCause()) {
            if (t instanceof CertificateException
                    || t instanceof FileNotFoundException
                    || (t instanceof SSLHandshakeException && !(t.getCause() instanceof IOException))) {
                return true;
            }
        }
        return false;
    }

    private static boolean any(SQLException error, Predicate<SQLException> such) {
        for (Throwable t = error; t != null; t = t.getCause()) {
            if (t instanceof SQLException e && such.test(e)) {
                return true;
            }
        }
        return false;
    }

    /** Bounds every answer on this connection; drivers wait for ever by default, and after a zero. */
    public static void bound(Connection connection, Duration answer) throws SQLException {
        try {
            connection.setNetworkTimeout(Runnable::run, (int) Math.min(Integer.MAX_VALUE, answer.toMillis()));
        } catch (SQLFeatureNotSupportedException e) {
            LOG.debug("this driver has no network time-out", e);
        }
    }

    /**
     * Ends the session itself. A pool would take a closed connection back with its locks and settings; an aborted one it
     * throws away, if it notices. HikariCP is told. Any other goes by the SQLSTATE of what fails next, and if that is the
     * pool's own tidying up, MariaDB's driver gives one that tells nothing; a roll-back fails as lost with all drivers.
     */
    public static void drop(Connection connection) {
        if (DROPPED.add(connection)) { // two may see the same one fail
            drop(connection, OPENED.remove(connection));
        }
    }

    /** @param source who gave it, or null */
    private static void drop(Connection connection, DataSource source) {
        attempt("abort", () -> connection.abort(Runnable::run));
        if (source == null || !HikariPools.evicted(source, connection)) {
            attempt("roll-back after abort", connection::rollback);
        }
        attempt("close after abort", connection::close);
    }

    /** A step that may fail. */
    @FunctionalInterface
    private interface Step {
        void run() throws SQLException;
    }

    private static void attempt(String what, Step step) {
        try {
            step.run();
        } catch (SQLException | RuntimeException e) {
            LOG.debug("{} failed", what, e);
        }
    }
}
