package dev.baton.contract;

import dev.baton.testkit.PluggedDataSource;
import java.lang.reflect.InvocationHandler;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Proxy;
import java.sql.CallableStatement;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.Statement;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import javax.sql.DataSource;

/** Writes down every statement that is sent through it, and every probe of a connection. */
final class CountingDataSource {

    private final List<String> sent = new CopyOnWriteArrayList<>();
    private final DataSource source;

    CountingDataSource(DataSource source) {
        this.source = source;
    }

    List<String> sent() {
        return List.copyOf(sent);
    }

    void forget() {
        sent.clear();
    }

    DataSource dataSource() {
        return proxy(DataSource.class, new PluggedDataSource(source), "");
    }

    private <T> T proxy(Class<T> type, Object target, String sql) {
        InvocationHandler handler = (self, method, arguments) -> {
            if (method.getName().startsWith("execute") || method.getName().equals("isValid")) {
                sent.add(arguments != null && arguments[0] instanceof String text ? text : sql);
            }
            try {
                String text = arguments != null && arguments.length > 0 && arguments[0] instanceof String s ? s : "";
                return wrapped(method.invoke(target, arguments), text);
            } catch (InvocationTargetException e) {
                throw e.getCause();
            }
        };
        return type.cast(Proxy.newProxyInstance(type.getClassLoader(), new Class<?>[] {type}, handler));
    }

    private Object wrapped(Object result, String sql) {
        if (result instanceof Connection connection) {
            return proxy(Connection.class, connection, "");
        }
        if (result instanceof CallableStatement) {
            return proxy(CallableStatement.class, result, sql);
        }
        if (result instanceof PreparedStatement) {
            return proxy(PreparedStatement.class, result, sql);
        }
        return result instanceof Statement ? proxy(Statement.class, result, sql) : result;
    }
}
