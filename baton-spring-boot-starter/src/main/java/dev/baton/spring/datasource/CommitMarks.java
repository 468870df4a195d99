package dev.baton.spring.datasource;

import org.springframework.beans.factory.config.BeanPostProcessor;
import org.springframework.jdbc.datasource.ConnectionHolder;
import org.springframework.jdbc.datasource.JdbcTransactionObjectSupport;
import org.springframework.transaction.ConfigurableTransactionManager;
import org.springframework.transaction.TransactionExecution;
import org.springframework.transaction.TransactionExecutionListener;
import org.springframework.transaction.support.DefaultTransactionStatus;
import org.springframework.transaction.support.TransactionSynchronization;
import org.springframework.transaction.support.TransactionSynchronizationManager;

/**
 * Marks transactions whose commit has begun. To code that is called after the commit Spring shows the transaction as if it
 * went on, and what such code writes in it is committed by nobody.
 */
public final class CommitMarks implements BeanPostProcessor, TransactionExecutionListener {

    /** The mark: it is kept with the transaction's callbacks, and so comes and goes with the transaction. */
    private record Mark(ConnectionHolder holder) implements TransactionSynchronization {}

    static boolean isMarked(ConnectionHolder holder) {
        return TransactionSynchronizationManager.getSynchronizations().contains(new Mark(holder));
    }

    @Override
    public Object postProcessAfterInitialization(Object bean, String beanName) {
        if (bean instanceof ConfigurableTransactionManager manager) {
            manager.addListener(this);
        }
        return bean;
    }

    @Override
    public void beforeCommit(TransactionExecution transaction) {
        if (transaction.isNewTransaction() // not the end of a savepoint
                && TransactionSynchronizationManager.isSynchronizationActive()
                && transaction instanceof DefaultTransactionStatus status
                && status.getTransaction() instanceof JdbcTransactionObjectSupport jdbc
                && jdbc.hasConnectionHolder()) {
            TransactionSynchronizationManager.registerSynchronization(new Mark(jdbc.getConnectionHolder()));
        }
    }
}
