package dev.baton.testkit;

import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Method;
import java.lang.reflect.Proxy;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.SQLException;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Supplier;
import javax.sql.DataSource;

/**
 * A data source that fails as asked: cut off altogether, statements that cannot be prepared, statements and commits whose
 * answer is lost although the database has made them. For tests of what a program does then. Thread-safe.
 */
public final class FaultyDataSource {

    private final PluggedDataSource plug;
    private final AtomicInteger statements = new AtomicInteger();
    private final AtomicInteger commits = new AtomicInteger();
    private final Map<String, Fault> faults = new ConcurrentHashMap<>();
    private final Map<String, AtomicInteger> unheard = new ConcurrentHashMap<>();

    /** What is planned for some statements. */
    private record Fault(AtomicInteger left, Supplier<SQLException> error) {}

    public FaultyDataSource(DataSource source) {
        this.plug = new PluggedDataSource(source);
    }

    /** What the program under test is given. */
    public DataSource dataSource() {
        return (DataSource) Proxy.newProxyInstance(
                getClass().getClassLoader(), new Class<?>[] {DataSource.class}, (proxy, method, arguments) -> {
                    Object result = invoke(plug, method, arguments);
                    return result instanceof Connection connection ? faulty(connection) : result;
                });
    }

    /** Ends every connection and gives no new one until {@link #mend()}. */
    public void cut() {
        plug.unplug();
    }

    public void mend() {
        plug.plugIn();
    }

    /** The next statements fail before they reach the database. */
    public void failStatements(int number) {
        statements.set(number);
    }

    /** The next statements with this text in them fail in this way, before they reach the database. */
    public void failStatements(String text, int number, Supplier<SQLException> error) {
        faults.put(text, new Fault(new AtomicInteger(number), error));
    }

    /** The next commits are made, and their answer is lost: the caller gets an error all the same. */
    public void loseCommits(int number) {
        commits.set(number);
    }

    /** The next statements with this text in them are carried out, and their answer is lost. */
    public void loseAnswers(String text, int number) {
        unheard.put(text, new AtomicInteger(number));
    }

    private Connection faulty(Connection connection) {
        return (Connection) Proxy.newProxyInstance(
                getClass().getClassLoader(),
                new Class<?>[] {Connection.class},
                (proxy, method, arguments) -> call(connection, method, arguments));
    }

    private Object call(Connection connection, Method method, Object[] arguments) throws Throwable {
        boolean asks =
                method.getName().startsWith("prepare") || method.getName().startsWith("createStatement");
        if (asks && taken(statements)) {
            throw new SQLException("failed by the test", "08006");
        }
        if (asks && arguments != null && arguments[0] instanceof String text) {
            failAsPlanned(text);
        }
        Object result = invoke(connection, method, arguments);
        if (method.getName().equals("commit") && taken(commits)) {
            connection.abort(Runnable::run);
            throw new SQLException("the answer to the commit was lost by the test", "08006");
        }
        return asks && result instanceof PreparedStatement statement && isUnheard((String) arguments[0])
                ? unheard(connection, statement)
                : result;
    }

    private boolean isUnheard(String text) {
        return unheard.entrySet().stream().anyMatch(lost -> text.contains(lost.getKey()) && taken(lost.getValue()));
    }

    private Object unheard(Connection connection, PreparedStatement statement) {
        return Proxy.newProxyInstance(
                getClass().getClassLoader(), new Class<?>[] {PreparedStatement.class}, (proxy, method, arguments) -> {
                    Object result = invoke(statement, method, arguments);
                    if (method.getName().startsWith("execute")) {
                        connection.abort(Runnable::run);
                        throw new SQLException("the answer was lost by the test", "08006");
                    }
                    return result;
                });
    }

    private void failAsPlanned(String text) throws SQLException {
        for (Map.Entry<String, Fault> planned : faults.entrySet()) {
            if (text.contains(planned.getKey()) && taken(planned.getValue().left())) {
                throw planned.getValue().error().get();
            }
        }
    }

    private static boolean taken(AtomicInteger left) {
        return left.getAndUpdate(number -> Math.max(0, number - 1)) > 0;
    }

    private static Object invoke(Object target, Method method, Object[] arguments) throws Throwable {
        try {
            return method.invoke(target, arguments);
        } catch (InvocationTargetException e) {
            throw e.getCause();
        }
    }
}
