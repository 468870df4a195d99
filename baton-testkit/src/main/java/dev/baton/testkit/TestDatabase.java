package dev.baton.testkit;

import java.net.InetSocketAddress;
import java.sql.SQLException;
import java.util.Optional;
import javax.sql.DataSource;

/** A real database for tests, empty at first and of no use to anybody else. */
public interface TestDatabase extends AutoCloseable {

    /**
     * Connections to it, unpooled: each {@code getConnection} is a new session. It sees all that was committed before, on
     * whichever server.
     */
    default DataSource dataSource() {
        return new UrlDataSource(url());
    }

    /**
     * The same, with sessions in two time zones by turns, both with half hours and with summer time where the database
     * knows of it: what a session's zone can move is moved by hours. SQL Server's sessions have no zone.
     */
    default DataSource inTwoZones() {
        return switch (dialect()) {
            case "sqlserver" -> dataSource();
            case "mariadb", "mysql", "galera" ->
                new UrlDataSource(url(), "SET time_zone = '-03:30'", "SET time_zone = '+10:30'");
            default ->
                new UrlDataSource(url(), "SET TIME ZONE 'America/St_Johns'", "SET TIME ZONE 'Australia/Lord_Howe'");
        };
    }

    /** The same for tests that go step by step, and so have to see each step wherever the next one is made. */
    default DataSource stepByStep() {
        return inTwoZones();
    }

    /** The JDBC URL for other processes, credentials included. */
    String url();

    /** Where the server listens, for proxies; empty where it lives in this process. */
    default Optional<InetSocketAddress> address() {
        return Optional.empty();
    }

    /** The JDBC URL of this database by way of a proxy. */
    default String url(InetSocketAddress proxy) {
        throw new UnsupportedOperationException("this database has no server to put a proxy before");
    }

    /** The dialect that Baton must find here. */
    String dialect();

    /** Whether strategy {@code session} must work here. */
    boolean hasSessionLocks();

    /**
     * Whether transactions on different servers do not wait for each other: of two that collide, the later one fails when
     * it commits.
     */
    default boolean collidesAtCommit() {
        return false;
    }

    /** One more empty database on the same server. */
    TestDatabase another();

    /** As an administrator: ends every session of this database but the one that asks. */
    default void endSessions() throws SQLException {
        throw new UnsupportedOperationException("this database cannot end sessions");
    }

    /** Whether {@link #restart()} works. */
    default boolean canRestart() {
        return false;
    }

    /** Stops the server at once, as a crash would, and starts it again. */
    default void restart() throws SQLException {
        throw new UnsupportedOperationException("this database cannot be restarted");
    }

    @Override
    void close();
}
