package dev.baton.sql.jdbc;

import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Method;
import java.lang.reflect.Proxy;
import java.sql.Connection;
import java.sql.Statement;
import java.util.Set;
import java.util.regex.Pattern;

/**
 * A connection as work sees it that is called in a transaction of its caller's. Who ends that transaction in the middle
 * gives away the locks which the caller relies on, and what follows would be committed without them; so it is refused.
 */
public final class WorkConnection {

    private static final Set<String> ENDING_CALLS = Set.of("commit", "setAutoCommit", "close", "abort");

    /**
     * As the first words of a statement, behind comments too. Rolling back to a savepoint ends nothing. Where auto-commit is
     * switched on, the transaction is committed, and what follows commits by itself before anybody could ask for a proof; on SQL
     * Server, where that is called implicit transactions, it is not, but whatever follows an end by the server would.
     */
    private static final Pattern ENDING_SQL = Pattern.compile(
            "(?:\\s++|--[^\\n]*+|/\\*(?s:.*?)\\*/)*+"
                    + "(?:commit|abort|end|prepare\\s+transaction"
                    + "|set\\s+(?:(?:session|local)\\s+|@@(?:(?:session|local)\\.)?)?autocommit"
                    + "|set\\s+(?:\\w+\\s*,\\s*)*(?:implicit_transactions|ansi_defaults)"
                    + "|rollback(?!\\s+(?:(?:work|transaction|tran)\\s+)?to\\b))\\b",
            Pattern.CASE_INSENSITIVE);

    private WorkConnection() {}

    /** The same connection, whose transaction cannot be ended through it. */
    public static Connection of(Connection connection) {
        return guarded(Connection.class, connection);
    }

    private static <T> T guarded(Class<T> type, T target) {
        return type.cast(Proxy.newProxyInstance(
                WorkConnection.class.getClassLoader(),
                new Class<?>[] {type},
                (self, method, arguments) -> method.getName().equals("equals")
                        ? Boolean.valueOf(self == arguments[0])
                        : call(target, method, arguments)));
    }

    private static Object call(Object target, Method method, Object[] arguments) throws Throwable {
        if (target instanceof Connection && endsByCall(method.getName(), arguments)) {
            throw refusal(method.getName());
        }
        if (endsBySql(method.getName(), arguments)) {
            throw refusal(arguments[0].toString().strip());
        }
        try {
            Object result = method.invoke(target, arguments);
            return method.getName().equals("createStatement") ? guarded(Statement.class, (Statement) result) : result;
        } catch (InvocationTargetException e) {
            throw e.getCause();
        }
    }

    private static boolean endsByCall(String method, Object[] arguments) {
        return ENDING_CALLS.contains(method) || (method.equals("rollback") && arguments == null);
    }

    private static boolean endsBySql(String method, Object[] arguments) {
        boolean takesSql = method.startsWith("prepare") || method.startsWith("execute") || method.equals("addBatch");
        return takesSql
                && arguments != null
                && arguments[0] instanceof String sql
                && !isPlainWrite(sql)
                && ENDING_SQL.matcher(sql).lookingAt();
    }

    /** Insert, update, delete, merge and with show by their first letter that they end nothing: nearly all that work does. */
    private static boolean isPlainWrite(String sql) {
        return !sql.isEmpty() && "iudmwIUDMW".indexOf(sql.charAt(0)) >= 0;
    }

    private static IllegalStateException refusal(String what) {
        return new IllegalStateException(
                "'" + what + "' would end the transaction that this work is called in: return to have"
                        + " it committed, throw to have it rolled back");
    }
}
