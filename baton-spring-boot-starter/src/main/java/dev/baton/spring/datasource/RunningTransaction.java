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
    private final ManagedTransaction transaction;
    private final Runnable afterCommit;

    /**
     * @param afterCommit done when a joined transaction has committed
     */
    public RunningTransaction(DataSource source, Runnable afterCommit) {
        this.source = source;
        this.transaction = new ManagedTransaction(source);
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
            return transaction.isRunning() ? join(joined) : alone.store();
        } catch (SQLException e) {
            throw new DataAccessResourceFailureException("no " + what + " was stored: " + e.getMessage(), e);
        }
    }

    private <T> T join(Joined<T> joined) throws SQLException {
        Connection connection = DataSourceUtils.getConnection(source);
        try {
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
