package dev.baton.spring.datasource;

import javax.sql.DataSource;
import org.springframework.jdbc.datasource.ConnectionHolder;
import org.springframework.jdbc.datasource.DataSourceTransactionManager;
import org.springframework.transaction.support.TransactionSynchronizationManager;

/**
 * Whether the transaction that runs on this thread is one of a certain data source. That Spring has bound a connection of
 * it proves nothing: it binds every connection that is taken while any transaction runs, also one of another data source,
 * and nobody commits that one.
 */
public final class ManagedTransaction {

    private final DataSource source;
    private final Begun begun;

    /**
     * @param source as {@link DataSources} finds it
     */
    public ManagedTransaction(DataSource source) {
        this.source = source;
        this.begun = new Begun(source);
    }

    /** Whether what is written now on the connection that Spring has bound is committed when this thread's transaction is. */
    public boolean isRunning() {
        return TransactionSynchronizationManager.isActualTransactionActive()
                && TransactionSynchronizationManager.isSynchronizationActive() // else it is past its completion
                && TransactionSynchronizationManager.getResource(source) instanceof ConnectionHolder holder
                && (begun.isTransaction() || isOfAnotherKindOfManager(holder))
                && !CommitMarks.isMarked(holder);
    }

    /** JPA's managers lend their connection without that mark; what was only taken in passing always has it. */
    private static boolean isOfAnotherKindOfManager(ConnectionHolder holder) {
        return !holder.isSynchronizedWithTransaction();
    }

    /** Asks as a manager of the data source asks before it joins a transaction; begins none. */
    private static final class Begun extends DataSourceTransactionManager {
        private static final long serialVersionUID = 1L;

        Begun(DataSource source) {
            super(source);
        }

        boolean isTransaction() {
            return isExistingTransaction(doGetTransaction());
        }
    }
}
