package dev.baton.spring;

import dev.baton.LeaderToken;
import dev.baton.sql.Baton;
import java.lang.reflect.UndeclaredThrowableException;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.Optional;
import java.util.function.Supplier;
import javax.sql.DataSource;
import org.springframework.dao.DataAccessResourceFailureException;
import org.springframework.jdbc.datasource.DataSourceUtils;
import org.springframework.transaction.PlatformTransactionManager;
import org.springframework.transaction.TransactionDefinition;
import org.springframework.transaction.support.TransactionSynchronizationManager;
import org.springframework.transaction.support.TransactionTemplate;

/**
 * Runs transactional code under a token: it commits only if the token is still current, whatever was paused, cut or
 * killed meanwhile. {@code @Transactional} code that is called inside joins the transaction. Thread-safe.
 */
public final class Fenced {

    private final Baton baton;
    private final Leaders leaders;
    private final DataSource source;
    private final TransactionTemplate transactions;

    Fenced(Baton baton, Leaders leaders, DataSource source, PlatformTransactionManager manager) {
        this.baton = baton;
        this.leaders = leaders;
        this.source = source;
        this.transactions = new TransactionTemplate(manager);
        transactions.setIsolationLevel(TransactionDefinition.ISOLATION_READ_COMMITTED);
    }

    /**
     * Runs in one fenced transaction, the present one if there is one.
     *
     * @throws dev.baton.NotLeaderException if the token is not current: everything is rolled back
     */
    public void run(LeaderToken token, Runnable work) {
        call(token, () -> {
            work.run();
            return null;
        });
    }

    /** The same with a result. */
    public <T> T call(LeaderToken token, Supplier<T> work) {
        return counted(
                token,
                () -> transactions.execute(status -> {
                    enter(token);
                    return work.get();
                }));
    }

    /**
     * Fences the transaction that is running; to be called before anything is written in it.
     *
     * @throws dev.baton.StaleTokenException if the token is not current: let it pass, so that Spring rolls back
     */
    public void enter(LeaderToken token) {
        if (!TransactionSynchronizationManager.isActualTransactionActive()) {
            throw new IllegalStateException("a fence lives in a transaction: call this in @Transactional code");
        }
        Connection connection = DataSourceUtils.getConnection(source);
        try {
            if (!DataSourceUtils.isConnectionTransactional(connection, source)) {
                throw new IllegalStateException("the running transaction is not one of Baton's DataSource: use the"
                        + " transaction manager of that DataSource, or name another by baton.data-source");
            }
            baton.fence().enter(connection, token);
        } catch (SQLException e) {
            throw new DataAccessResourceFailureException("the fence could not be asked: " + e.getMessage(), e);
        } finally {
            DataSourceUtils.releaseConnection(connection, source);
        }
    }

    /** For calls that may throw anything. */
    Object proceed(LeaderToken token, LeaderContext.Call work) throws Throwable {
        try {
            return transactions.execute(status -> {
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
    private <T> T counted(LeaderToken token, Supplier<T> work) {
        boolean nested = LeaderContext.current().equals(Optional.of(token));
        Optional<RoleSeat> seat = nested ? Optional.empty() : leaders.seat(token.role());
        seat.ifPresent(s -> s.enter(token));
        try {
            return work.get();
        } finally {
            seat.ifPresent(RoleSeat::exit);
        }
    }
}
