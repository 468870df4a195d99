package dev.baton.contract;

import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Method;
import java.lang.reflect.Proxy;
import java.sql.Connection;
import java.util.concurrent.Callable;
import java.util.concurrent.atomic.AtomicReference;
import javax.sql.DataSource;

/** Changes one statement on its way to the database, and lets a test do something just before one. */
final class MutantDataSource {

    /** Before the next statement with this text. */
    private record Interruption(String text, Callable<?> what) {}

    private final DataSource source;
    private final AtomicReference<Interruption> interruption = new AtomicReference<>();
    private volatile StatementMutant mutant;

    MutantDataSource(DataSource source) {
        this.source = source;
    }

    /** Null for none. */
    void plant(StatementMutant planted) {
        mutant = planted;
        interruption.set(null);
    }

    void before(String text, Callable<?> what) {
        interruption.set(new Interruption(text, what));
    }

    DataSource dataSource() {
        return proxy(DataSource.class, source);
    }

    /** What a driver's connection unwraps to is the driver's own. */
    private <T> T proxy(Class<T> type, T target) {
        return type.cast(Proxy.newProxyInstance(
                getClass().getClassLoader(), new Class<?>[] {type}, (self, method, arguments) -> {
                    Object result = call(target, method, arguments);
                    return result instanceof Connection connection
                                    && !method.getName().equals("unwrap")
                            ? proxy(Connection.class, connection)
                            : result;
                }));
    }

    private Object call(Object target, Method method, Object[] arguments) throws Throwable {
        if (method.getName().startsWith("prepare") && arguments[0] instanceof String text) {
            interrupt(text);
            arguments[0] = changed(text);
        }
        try {
            return method.invoke(target, arguments);
        } catch (InvocationTargetException e) {
            throw e.getCause();
        }
    }

    /** A statement by itself, or among several that are sent together. */
    private String changed(String text) {
        StatementMutant planted = mutant;
        boolean there = planted != null && (text.equals(planted.statement()) || text.contains(";"));
        return there ? text.replace(planted.statement(), planted.mutated()) : text;
    }

    private void interrupt(String text) throws Exception {
        Interruption planned = interruption.get();
        if (planned != null && text.contains(planned.text()) && interruption.compareAndSet(planned, null)) {
            planned.what().call();
        }
    }
}
