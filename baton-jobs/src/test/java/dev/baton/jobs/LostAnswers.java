package dev.baton.jobs;

import java.lang.reflect.InvocationHandler;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Method;
import java.lang.reflect.Proxy;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.SQLException;
import java.util.concurrent.atomic.AtomicReference;
import javax.sql.DataSource;

/** Connections of a real database where the next job that is stored is committed, and its client never hears of it. */
final class LostAnswers {

    private static final String STORING = "INSERT INTO baton_jobs";

    private final AtomicReference<Runnable> meanwhile = new AtomicReference<>();
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
     * @param before what happens before the client gives up
     */
    void loseNext(Runnable before) {
        meanwhile.set(before);
    }

    private Connection losing(Connection real) {
        AtomicReference<String> last = new AtomicReference<>("");
        return proxy(Connection.class, (self, method, args) -> {
            Object answer = call(real, method, args);
            if (method.getName().equals("commit")) {
                lose(last.get());
            }
            if (answer instanceof PreparedStatement statement) {
                last.set((String) args[0]);
                return losing(real, statement, last.get());
            }
            return answer;
        });
    }

    private PreparedStatement losing(Connection connection, PreparedStatement real, String sql) {
        return proxy(PreparedStatement.class, (self, method, args) -> {
            Object answer = call(real, method, args);
            if (method.getName().equals("execute") && connection.getAutoCommit()) {
                lose(sql);
            }
            return answer;
        });
    }

    private void lose(String sql) throws SQLException {
        Runnable before = sql.contains(STORING) ? meanwhile.getAndSet(null) : null;
        if (before != null) {
            before.run();
            throw new SQLException("the answer was lost", "08006");
        }
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
