package dev.baton.spring.election;

import dev.baton.LeaderToken;
import dev.baton.spring.Fenced;
import dev.baton.spring.LeaderContext;
import dev.baton.spring.datasource.ManagedTransaction;
import dev.baton.spring.datasource.TransactionManagers;
import dev.baton.sql.Baton;
import dev.baton.sql.Fence;
import dev.baton.sql.FenceLostException;
import java.lang.reflect.UndeclaredThrowableException;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.Supplier;
import javax.sql.DataSource;
import org.springframework.core.Ordered;
import org.springframework.dao.ConcurrencyFailureException;
import org.springframework.dao.DataAccessResourceFailureException;
import org.springframework.jdbc.datasource.DataSourceUtils;
import org.springframework.transaction.InvalidIsolationLevelException;
import org.springframework.transaction.TransactionDefinition;
import org.springframework.transaction.support.TransactionCallback;
import org.springframework.transaction.support.TransactionSynchronization;
import org.springframework.transaction.support.TransactionSynchronizationManager;
import org.springframework.transaction.support.TransactionTemplate;

/** Opens transactions by the application's transaction manager, and fences each before anything is written in it. */
final class FencedTransactions implements Fenced {

    private final Baton baton;
    private final LeaderCampaigns leaders;
    private final DataSource source;
    private final ManagedTransaction running;
    private final TransactionManagers managers;
    private final TransactionTemplate transactions;
    private final TransactionTemplate ofTheManager;

    FencedTransactions(Baton baton, LeaderCampaigns leaders, DataSource source, TransactionManagers managers) {
        this.baton = baton;
        this.leaders = leaders;
        this.source = source;
        this.running = new ManagedTransaction(source);
        this.managers = managers;
        this.transactions = new TransactionTemplate(managers.ofSource());
        transactions.setIsolationLevel(TransactionDefinition.ISOLATION_READ_COMMITTED);
        this.ofTheManager = new TransactionTemplate(transactions.getTransactionManager());
    }

    TransactionManagers managers() {
        return managers;
    }

    @Override
    public void run(LeaderToken token, Runnable work) {
        call(token, () -> {
            work.run();
            return null;
        });
    }

    @Override
    public <T> T call(LeaderToken token, Supplier<T> work) {
        return counted(
                token,
                () -> inTransaction(status -> {
                    enter(token);
                    return work.get();
                }));
    }

    /**
     * At READ COMMITTED. Not every manager can set that: Hibernate's cannot if it gives connections back early. Such a one begins
     * transactions as its pool has them, and at another isolation the fence refuses them.
     */
    private <T> T inTransaction(TransactionCallback<T> work) {
        AtomicBoolean begun = new AtomicBoolean();
        try {
            return transactions.execute(status -> {
                begun.set(true);
                return work.doInTransaction(status);
            });
        } catch (InvalidIsolationLevelException e) {
            if (begun.get()) {
                throw e; // of the work's
            }
            return ofTheManager.execute(work);
        }
    }

    @Override
    public void enter(LeaderToken token) {
        refuseWhereNothingIsCommitted();
        Connection connection = DataSourceUtils.getConnection(source);
        try {
            enter(connection, token);
        } catch (SQLException e) {
            throw new DataAccessResourceFailureException("the fence could not be asked: " + e.getMessage(), e);
        } finally {
            DataSourceUtils.releaseConnection(connection, source);
        }
    }

    private void refuseWhereNothingIsCommitted() {
        if (!TransactionSynchronizationManager.isActualTransactionActive()) {
            throw new IllegalStateException("a fence lives in a transaction: call this in @Transactional code");
        }
        if (!running.isRunning()) {
            throw new IllegalStateException("the running transaction is not one of Baton's DataSource, or is past its"
                    + " commit: use the transaction manager of that DataSource, or name another by baton.data-source");
        }
    }

    /** The first that enters in a transaction has it proven before its commit; who comes later, before entering as well. */
    private void enter(Connection connection, LeaderToken token) throws SQLException {
        Proof proof = new Proof(baton.fence(), source);
        if (TransactionSynchronizationManager.getSynchronizations().contains(proof)) {
            proof.beforeCommit(false);
        } else {
            TransactionSynchronizationManager.registerSynchronization(proof);
        }
        baton.fence().enter(connection, token);
    }

    /** That the transaction which is about to be committed is still the one that entered the fence; one for all of them. */
    private record Proof(Fence fence, DataSource source) implements TransactionSynchronization, Ordered {

        /** After everybody else who still writes. */
        @Override
        public int getOrder() {
            return Ordered.LOWEST_PRECEDENCE;
        }

        @Override
        public void beforeCommit(boolean readOnly) {
            Connection connection = DataSourceUtils.getConnection(source);
            try {
                fence.ensureHeld(connection);
            } catch (FenceLostException e) {
                throw new ConcurrencyFailureException(e.getMessage(), e);
            } catch (SQLException e) {
                throw new DataAccessResourceFailureException("the fence could not be asked: " + e.getMessage(), e);
            } finally {
                DataSourceUtils.releaseConnection(connection, source);
            }
        }
    }

    /** For calls that may throw anything. */
    Object proceed(LeaderToken token, LeaderContext.Call work) throws Throwable {
        try {
            return inTransaction(status -> {
                enter(token);
                try {
                    return work.proceed();
                } catch (RuntimeException | Error e) {
                    throw e;
                } catch (Throwable e) {
                    throw new UndeclaredThrowableException(e);
                }
            });
        } catch (UndeclaredThrowableException e) {
            throw e.getCause();
        }
    }

    /** Leaving the role waits for it. */
    private <T> T counted(LeaderToken token, Supplier<T> call) {
        boolean nested = LeaderContext.current().equals(Optional.of(token));
        Optional<CountingLeaderWork> counting = nested ? Optional.empty() : leaders.workOf(token.role());
        counting.ifPresent(work -> work.beginCall(token));
        try {
            return call.get();
        } finally {
            counting.ifPresent(CountingLeaderWork::endCall);
        }
    }
}
