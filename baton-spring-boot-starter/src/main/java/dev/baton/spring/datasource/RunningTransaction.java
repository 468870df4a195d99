package dev.baton.spring.datasource;

import java.sql.Connection;
import java.sql.SQLException;
import javax.sql.DataSource;
import org.springframework.dao.DataAccessResourceFailureException;
import org.springframework.jdbc.datasource.DataSourceUtils;
import org.springframework.transaction.support.TransactionSynchronization;
import org.springframework.transaction.support.TransactionSynchronizationManager;

/** Stores something in the transaction that is running on a data source, or by itself where there is none. */
public final class RunningTransaction {

    private final DataSource source;
    private final Runnable afterCommit;

    /**
     * @param afterCommit done when a joined transaction has committed
     */
    public RunningTransaction(DataSource source, Runnable afterCommit) {
        this.source = source;
        this.afterCommit = afterCommit;
    }

    /** Stores in a transaction. */
    @FunctionalInterface
    public interface Joined<T> {
        T store(Connection connection) throws SQLException;
    }

    /** Stores by itself. */
    @FunctionalInterface
    public interface Alone<T> {
        T store() throws SQLException;
    }

    /**
     * @param what for the message, if the database fails
     */
    public <T> T store(String what, Joined<T> joined, Alone<T> alone) {
        try {
            return TransactionSynchronizationManager.isActualTransactionActive() ? join(joined, alone) : alone.store();
        } catch (SQLException e) {
            throw new DataAccessResourceFailureException("no " + what + " was stored: " + e.getMessage(), e);
        }
    }

    private <T> T join(Joined<T> joined, Alone<T> alone) throws SQLException {
        Connection connection = DataSourceUtils.getConnection(source);
        try {
            if (!DataSourceUtils.isConnectionTransactional(connection, source)) {
                return alone.store(); // a transaction of some other data source
            }
            T stored = joined.store(connection);
            TransactionSynchronizationManager.registerSynchronization(new TransactionSynchronization() {
                @Override
                public void afterCommit() {
                    afterCommit.run();
                }
            });
            return stored;
        } finally {
            DataSourceUtils.releaseConnection(connection, source);
        }
    }
}
