package dev.baton.testkit;

import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Method;
import java.lang.reflect.Proxy;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.ResultSetMetaData;
import java.sql.SQLException;
import java.util.concurrent.atomic.AtomicBoolean;

/**
 * A connection on which a fence is answered without a row, as by a server that has lost the answer: so is whatever asks for that column.
 */
public final class SilentFences {

    /** That of the lease, and that of a fence that is a row of its own. */
    public enum Look {
        LEASE("same_timeline"),
        ROW("holder_id");

        private final String column;

        Look(String column) {
            this.column = column;
        }
    }

    private final Connection connection;
    private final Look silenced;
    private final AtomicBoolean silent = new AtomicBoolean(true);

    /** @param connection for a transaction */
    public SilentFences(Connection connection, Look silenced) {
        this.connection = connection;
        this.silenced = silenced;
    }

    public Connection connection() {
        return proxy(Connection.class, connection);
    }

    /** From now on everything is answered. */
    public void speak() {
        silent.set(false);
    }

    private <T> T proxy(Class<T> type, Object target) {
        return type.cast(Proxy.newProxyInstance(
                SilentFences.class.getClassLoader(),
                new Class<?>[] {type},
                (proxy, method, arguments) -> answer(target, method, arguments)));
    }

    private Object answer(Object target, Method method, Object[] arguments) throws Throwable {
        Object result = invoke(target, method, arguments);
        if (method.getName().equals("unwrap")) {
            return result;
        } else if (result instanceof PreparedStatement) {
            return proxy(PreparedStatement.class, result);
        } else if (result instanceof ResultSet) {
            return proxy(ResultSet.class, result);
        }
        boolean found = method.getName().equals("next") && Boolean.TRUE.equals(result);
        if (found && silent.get() && isLook((ResultSet) target)) {
            return false;
        }
        return result;
    }

    private boolean isLook(ResultSet rows) throws SQLException {
        ResultSetMetaData columns = rows.getMetaData();
        for (int i = 1; i <= columns.getColumnCount(); i++) {
            if (columns.getColumnLabel(i).equalsIgnoreCase(silenced.column)) {
                return true;
            }
        }
        return false;
    }

    private static Object invoke(Object target, Method method, Object[] arguments) throws Throwable {
        try {
            return method.invoke(target, arguments);
        } catch (InvocationTargetException e) {
            throw e.getCause();
        }
    }
}
