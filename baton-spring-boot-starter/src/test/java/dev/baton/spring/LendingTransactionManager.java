package dev.baton.spring;

import java.sql.Connection;
import java.sql.SQLException;
import javax.sql.DataSource;
import org.springframework.jdbc.datasource.ConnectionHolder;
import org.springframework.jdbc.datasource.JdbcTransactionObjectSupport;
import org.springframework.transaction.InvalidIsolationLevelException;
import org.springframework.transaction.TransactionDefinition;
import org.springframework.transaction.TransactionSystemException;
import org.springframework.transaction.support.AbstractPlatformTransactionManager;
import org.springframework.transaction.support.DefaultTransactionStatus;
import org.springframework.transaction.support.ResourceTransactionManager;
import org.springframework.transaction.support.TransactionSynchronizationManager;

/** Lends the connection of a resource of its own to whoever uses the data source, in the way of JPA's manager. */
public final class LendingTransactionManager extends AbstractPlatformTransactionManager
        implements ResourceTransactionManager {

    private static final long serialVersionUID = 1L;

    private final transient DataSource source;

    LendingTransactionManager(DataSource source) {
        this.source = source;
    }

    private static final class Lent extends JdbcTransactionObjectSupport {}

    /** As the one of JPA has it. */
    public DataSource getDataSource() {
        return source;
    }

    @Override
    public Object getResourceFactory() {
        return this;
    }

    @Override
    protected Object doGetTransaction() {
        return new Lent();
    }

    @Override
    protected void doBegin(Object transaction, TransactionDefinition definition) {
        if (definition.getIsolationLevel() != TransactionDefinition.ISOLATION_DEFAULT) {
            throw new InvalidIsolationLevelException("as Hibernate's where connections are given back early");
        }
        sql(() -> {
            ConnectionHolder holder = new ConnectionHolder(source.getConnection());
            holder.getConnection().setAutoCommit(false);
            ((Lent) transaction).setConnectionHolder(holder);
            TransactionSynchronizationManager.bindResource(source, holder);
        });
    }

    @Override
    protected void doCommit(DefaultTransactionStatus status) {
        sql(() -> lent(status.getTransaction()).commit());
    }

    @Override
    protected void doRollback(DefaultTransactionStatus status) {
        sql(() -> lent(status.getTransaction()).rollback());
    }

    @Override
    protected void doCleanupAfterCompletion(Object transaction) {
        TransactionSynchronizationManager.unbindResource(source);
        sql(() -> lent(transaction).close());
    }

    private static Connection lent(Object transaction) {
        return ((Lent) transaction).getConnectionHolder().getConnection();
    }

    /** What a database may refuse. */
    private interface Work {
        void run() throws SQLException;
    }

    private static void sql(Work work) {
        try {
            work.run();
        } catch (SQLException e) {
            throw new TransactionSystemException("the database refused", e);
        }
    }
}
