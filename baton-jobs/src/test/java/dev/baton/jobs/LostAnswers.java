package dev.baton.jobs;

import java.lang.reflect.InvocationHandler;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Method;
import java.lang.reflect.Proxy;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.SQLException;
import java.util.Set;
import java.util.concurrent.atomic.AtomicReference;
import javax.sql.DataSource;

/** Connections of a real database on which a statement is committed and its client never hears of it, or others come first. */
final class LostAnswers {

    private static final String STORING = "INSERT INTO baton_jobs";

    /** What a transaction ends or begins with. */
    private static final Set<String> ENDS = Set.of("commit", "rollback", "setAutoCommit");

    /** What happens at the next statement with this in it. */
    private record Event(String part, Runnable what) {}

    private static final Event NONE = new Event("", () -> {});

    private final AtomicReference<Event> lost = new AtomicReference<>(NONE);
    private final AtomicReference<Event> overtaken = new AtomicReference<>(NONE);
    private final DataSource source;

    LostAnswers(DataSource real) {
        this.source = proxy(DataSource.class, (self, method, args) -> {
            Object answer = call(real, method, args);
            return answer instanceof Connection connection ? losing(connection) : answer;
        });
    }

    DataSource source() {
        return source;
    }

    /**
     * The next job that is stored.
     *
     * @param before what happens before the client gives up
     */
    void loseNext(Runnable before) {
        loseNext(STORING, before);
    }

    /** The next statement with this in it, or the commit of its transaction. */
    void loseNext(String part, Runnable before) {
        lost.set(new Event(part, before));
    }

    /** What others do just before the next statement with this in it. */
    void overtakeNext(String part, Runnable others) {
        overtaken.set(new Event(part, others));
    }

    /** The next statement with this in it never reaches the database. */
    void loseNextRequest(String part) {
        overtakeNext(part, () -> {
            throw new IllegalStateException(new SQLException("the request was lost", "08006"));
        });
    }

    private Connection losing(Connection real) {
        StringBuilder transaction = new StringBuilder();
        return proxy(Connection.class, (self, method, args) -> {
            Object answer = call(real, method, args);
            if (method.getName().equals("commit")) {
                lose(transaction.toString());
            }
            if (answer instanceof PreparedStatement statement) {
                String sql = (String) args[0];
                transaction.append(sql).append('\n');
                return losing(real, statement, sql);
            }
            if (ENDS.contains(method.getName())) {
                transaction.setLength(0);
            }
            return answer;
        });
    }

    private PreparedStatement losing(Connection connection, PreparedStatement real, String sql) {
        return proxy(PreparedStatement.class, (self, method, args) -> {
            if (method.getName().startsWith("execute")) {
                taken(overtaken, sql).what().run();
            }
            Object answer = call(real, method, args);
            if (method.getName().equals("execute") && connection.getAutoCommit()) {
                lose(sql);
            }
            return answer;
        });
    }

    private void lose(String sql) throws SQLException {
        Event event = taken(lost, sql);
        if (!event.equals(NONE)) {
            event.what().run();
            throw new SQLException("the answer was lost", "08006");
        }
    }

    /** Once, if it is meant. */
    private static Event taken(AtomicReference<Event> event, String sql) {
        Event planned = event.get();
        boolean meant = !planned.equals(NONE) && sql.contains(planned.part());
        return meant && event.compareAndSet(planned, NONE) ? planned : NONE;
    }

    private static Object call(Object real, Method method, Object[] args) throws Throwable {
        try {
            return method.invoke(real, args);
        } catch (InvocationTargetException e) {
            throw e.getCause();
        }
    }

    private static <T> T proxy(Class<T> type, InvocationHandler handler) {
        return type.cast(Proxy.newProxyInstance(type.getClassLoader(), new Class<?>[] {type}, handler));
    }
}
