package dev.baton.contract;

import java.sql.Connection;
import java.sql.SQLException;
import org.postgresql.ds.PGSimpleDataSource;

/** Hands out connections that are SERIALIZABLE by default, as some companies have it. */
final class StrictDataSource extends PGSimpleDataSource {
    private static final long serialVersionUID = 1L;

    StrictDataSource(String url) {
        setUrl(url);
    }

    @Override
    public Connection getConnection() throws SQLException {
        Connection connection = super.getConnection();
        connection.setTransactionIsolation(Connection.TRANSACTION_SERIALIZABLE);
        return connection;
    }
}
