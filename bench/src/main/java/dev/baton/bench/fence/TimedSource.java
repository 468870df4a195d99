package dev.baton.bench.fence;

import dev.baton.bench.report.Sample;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Method;
import java.lang.reflect.Proxy;
import java.sql.Connection;
import java.sql.PreparedStatement;
import javax.sql.DataSource;

/** A data source whose connections time every prepared statement that contains a certain text. */
final class TimedSource {

    private final String text;
    private Sample times = new Sample();

    TimedSource(String text) {
        this.text = text;
    }

    DataSource around(DataSource source) {
        return proxy(DataSource.class, (method, args) -> {
            Object result = call(source, method, args);
            return result instanceof Connection connection ? around(connection) : result;
        });
    }

    private Connection around(Connection connection) {
        return proxy(Connection.class, (method, args) -> {
            Object result = call(connection, method, args);
            boolean timed =
                    result instanceof PreparedStatement && args[0].toString().contains(text);
            return timed ? around((PreparedStatement) result) : result;
        });
    }

    private PreparedStatement around(PreparedStatement statement) {
        return proxy(PreparedStatement.class, (method, args) -> {
            if (!method.getName().startsWith("execute")) {
                return call(statement, method, args);
            }
            long begin = System.nanoTime();
            Object result = call(statement, method, args);
            add(System.nanoTime() - begin);
            return result;
        });
    }

    private synchronized void add(long nanos) {
        times.addNanos(nanos);
    }

    /** All times since the last call. */
    synchronized Sample take() {
        Sample taken = times;
        times = new Sample();
        return taken;
    }

    private interface Handler {
        Object handle(Method method, Object[] args) throws Throwable;
    }

    private static <T> T proxy(Class<T> type, Handler handler) {
        return type.cast(Proxy.newProxyInstance(
                TimedSource.class.getClassLoader(),
                new Class<?>[] {type},
                (self, method, args) -> handler.handle(method, args)));
    }

    private static Object call(Object target, Method method, Object[] args) throws Throwable {
        try {
            return method.invoke(target, args);
        } catch (InvocationTargetException e) {
            throw e.getCause();
        }
    }
}
