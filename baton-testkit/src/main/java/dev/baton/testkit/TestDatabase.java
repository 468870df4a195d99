package dev.baton.testkit;

import javax.sql.DataSource;

/** A real database for tests. */
public interface TestDatabase extends AutoCloseable {

    /** Connections to an empty database of its own, unpooled: each {@code getConnection} is a new session. */
    DataSource dataSource();

    /** The dialect that Baton must find here. */
    String dialect();

    @Override
    void close();
}
