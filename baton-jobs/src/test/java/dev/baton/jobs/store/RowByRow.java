package dev.baton.jobs.store;

import java.sql.SQLException;

/** The store that SQL Server has, on a database that has a quicker one. */
public final class RowByRow {

    private RowByRow() {}

    public static JobStore on(JobDatabase database) throws SQLException {
        return new PortableStore(database.sql(), database.dialect());
    }
}
