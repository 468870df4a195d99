package dev.baton.shards;

import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Method;
import java.lang.reflect.Proxy;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.SQLException;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.regex.Pattern;
import javax.sql.DataSource;

/** A statement at which the instance dies that comes to it: of several armed ones, the first. */
final class FatalStatement {

    /** When it dies. */
    enum Moment {
        /** The statement does not reach the database. */
        BEFORE,
        /** It has been made, and its transaction, if there is one, ends with the connection. */
        MADE,
        /** Its transaction has been committed, and nobody hears of it. */
        COMMITTED
    }

    private final Pattern text;
    private final AtomicInteger left;
    private final Moment moment;
    private final Map<String, Runnable> armed = new ConcurrentHashMap<>();
    private volatile String dead;

    /**
     * @param text what is found in the statement
     * @param time which of those that an armed instance makes, from 1
     */
    FatalStatement(String text, int time, Moment moment) {
        this.text = Pattern.compile(text);
        this.left = new AtomicInteger(time);
        this.moment = moment;
    }

    /** From now on this instance can die of it. */
    void arm(String node, Runnable death) {
        armed.put(node, death);
    }

    /** Who has died. */
    Optional<String> dead() {
        return Optional.ofNullable(dead);
    }

    /** The data source of an instance. */
    DataSource watched(String node, DataSource source) {
        return proxy(DataSource.class, (method, arguments) -> {
            Object result = invoke(source, method, arguments);
            return result instanceof Connection connection ? watched(node, connection) : result;
        });
    }

    private Connection watched(String node, Connection connection) {
        AtomicBoolean endsWithCommit = new AtomicBoolean();
        return proxy(Connection.class, (method, arguments) -> {
            Object result = invoke(connection, method, arguments);
            if (method.getName().equals("commit") && endsWithCommit.get()) {
                die(node);
            }
            return result instanceof PreparedStatement statement
                            && text.matcher((String) arguments[0]).find()
                    ? watched(node, statement, endsWithCommit)
                    : result;
        });
    }

    private PreparedStatement watched(String node, PreparedStatement statement, AtomicBoolean endsWithCommit) {
        return proxy(PreparedStatement.class, (method, arguments) -> {
            boolean fatal =
                    method.getName().startsWith("execute") && armed.containsKey(node) && left.decrementAndGet() == 0;
            if (fatal && moment == Moment.BEFORE) {
                die(node);
            }
            Object result = invoke(statement, method, arguments);
            if (fatal && moment == Moment.MADE) {
                die(node);
            }
            endsWithCommit.compareAndSet(false, fatal);
            return result;
        });
    }

    private void die(String node) throws SQLException {
        armed.get(node).run();
        dead = node;
        throw new SQLException("dead by the test", "08006");
    }

    /** What is done instead of a call. */
    @FunctionalInterface
    private interface Call {
        Object of(Method method, Object[] arguments) throws Throwable;
    }

    private static <T> T proxy(Class<T> type, Call call) {
        return type.cast(Proxy.newProxyInstance(
                FatalStatement.class.getClassLoader(),
                new Class<?>[] {type},
                (proxy, method, arguments) -> call.of(method, arguments)));
    }

    private static Object invoke(Object target, Method method, Object[] arguments) throws Throwable {
        try {
            return method.invoke(target, arguments);
        } catch (InvocationTargetException e) {
            throw e.getCause();
        }
    }
}
