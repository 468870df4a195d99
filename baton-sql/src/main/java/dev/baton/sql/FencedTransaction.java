package dev.baton.sql;

import dev.baton.FenceDemand;
import dev.baton.LeaderToken;
import dev.baton.sql.jdbc.Transactions;
import dev.baton.sql.jdbc.WorkConnection;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.Collection;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicBoolean;

/** A fenced transaction on a connection of its own. */
final class FencedTransaction {

    private FencedTransaction() {}

    /**
     * Commits what the work wrote, if the fence lets it in and is still held then. Asking a driver for the isolation can cost a round trip, so
     * the fence itself finds out, and only a connection that is set otherwise pays for it.
     */
    static <T, X extends Exception> T run(
            Connection connection, Fence fence, LeaderToken token, FenceDemand demand, FencedWork<T, X> work)
            throws SQLException, X {
        try {
            return transact(connection, fence, token, demand, work);
        } catch (Fence.IsolationException e) {
            int isolation = connection.getTransactionIsolation();
            connection.setTransactionIsolation(Connection.TRANSACTION_READ_COMMITTED);
            try {
                return transact(connection, fence, token, demand, work);
            } finally {
                connection.setTransactionIsolation(isolation);
            }
        }
    }

    private static <T, X extends Exception> T transact(
            Connection connection, Fence fence, LeaderToken token, FenceDemand demand, FencedWork<T, X> work)
            throws SQLException, X {
        return Transactions.<T, X>inTransaction(
                connection,
                c -> {
                    fence.enter(c, token, demand);
                    return work.run(WorkConnection.of(c));
                },
                fence::commit);
    }

    /** The same for several terms at once; nothing, and nothing is written, if not all of their fences let it in. */
    static <T, X extends Exception> Optional<T> tryTogether(
            Connection connection,
            Fence fence,
            Collection<LeaderToken> tokens,
            FenceDemand demand,
            FencedWork<T, X> work)
            throws SQLException, X {
        AtomicBoolean entered = new AtomicBoolean();
        return Transactions.<Optional<T>, X>inTransaction(
                connection,
                c -> {
                    entered.set(fence.tryEnterAll(c, tokens, demand));
                    return entered.get() ? Optional.of(work.run(WorkConnection.of(c))) : Optional.empty();
                },
                c -> {
                    if (entered.get()) {
                        fence.commit(c);
                    } else {
                        c.rollback();
                    }
                });
    }
}
