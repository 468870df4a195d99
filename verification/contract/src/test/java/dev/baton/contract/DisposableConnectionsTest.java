package dev.baton.contract;

import static org.assertj.core.api.Assertions.assertThat;

import dev.baton.sql.jdbc.Connections;
import dev.baton.testkit.H2Database;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Method;
import java.lang.reflect.Proxy;
import java.sql.Connection;
import java.sql.SQLException;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.atomic.AtomicBoolean;
import javax.sql.DataSource;
import org.junit.jupiter.api.Test;

/**
 * Pools whose connections are good for nothing once they are given back, as Tomcat's are: they do not even have a hash code any
 * more.
 */
class DisposableConnectionsTest {

    private static final Duration BOUND = Duration.ofSeconds(60);

    private final H2Database database = H2Database.fresh();
    private final List<String> asked = new CopyOnWriteArrayList<>();

    private DataSource pool(boolean closes) {
        DataSource real = database.dataSource();
        return (DataSource) Proxy.newProxyInstance(
                DataSource.class.getClassLoader(),
                new Class<?>[] {DataSource.class},
                (self, method, arguments) -> method.getName().equals("getConnection")
                        ? disposable(real.getConnection(), closes)
                        : answer(self, real, method, arguments));
    }

    private Connection disposable(Connection real, boolean closes) {
        AtomicBoolean closed = new AtomicBoolean();
        return (Connection) Proxy.newProxyInstance(
                Connection.class.getClassLoader(), new Class<?>[] {Connection.class}, (self, method, arguments) -> {
                    asked.add(method.getName());
                    if (closed.get()) {
                        throw new SQLException("this connection was closed");
                    }
                    if (method.getName().equals("close")) {
                        closed.set(true);
                        real.close();
                        if (!closes) {
                            throw new SQLException("says the test");
                        }
                        return null;
                    }
                    return answer(self, real, method, arguments);
                });
    }

    private static Object answer(Object self, Object real, Method method, Object[] arguments) throws Throwable {
        if (method.getName().equals("equals")) {
            return self == arguments[0];
        }
        try {
            return method.invoke(real, arguments);
        } catch (InvocationTargetException e) {
            throw e.getCause();
        }
    }

    @Test
    void areBorrowedAndGivenBackAndNotAskedAnythingAfterThat() throws SQLException {
        for (int i = 0; i < 3; i++) {
            assertThat(Connections.<Boolean, SQLException>useBorrowed(pool(true), BOUND, Connection::getAutoCommit))
                    .isTrue();
            assertThat(asked).endsWith("close").containsOnlyOnce("close");
            asked.clear();
        }
    }

    /** What became of the work is known, whatever becomes of the connection. */
    @Test
    void thatCannotBeGivenBackSpoilNothing() throws SQLException {
        assertThat(Connections.<Boolean, SQLException>useBorrowed(pool(false), BOUND, Connection::getAutoCommit))
                .isTrue();
    }
}
