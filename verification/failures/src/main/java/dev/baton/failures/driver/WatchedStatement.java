package dev.baton.failures.driver;

import java.lang.reflect.InvocationHandler;
import java.lang.reflect.Method;
import java.lang.reflect.Proxy;
import java.sql.Statement;
import java.util.Set;

/** A statement of a {@link WatchedConnection}: running it is the call that counts. */
final class WatchedStatement implements InvocationHandler {

    private static final Set<String> BINDS = Set.of("setString", "setBytes");

    private final Statement real;
    private final WatchedConnection connection;
    private final String name;
    private final Call.Kind kind;

    private WatchedStatement(Statement real, WatchedConnection connection, String name, Call.Kind kind) {
        this.real = real;
        this.connection = connection;
        this.name = name;
        this.kind = kind;
    }

    static Object of(Statement real, Class<?> type, WatchedConnection connection, String name, Call.Kind kind) {
        return Proxy.newProxyInstance(
                WatchedStatement.class.getClassLoader(),
                new Class<?>[] {type},
                new WatchedStatement(real, connection, name, kind));
    }

    @Override
    public Object invoke(Object proxy, Method method, Object[] arguments) throws Throwable {
        WatchedConnection.Action action = () -> WatchedConnection.call(real, method, arguments);
        if (method.getName().equals("getConnection")) {
            return connection.self();
        }
        if (BINDS.contains(method.getName())) {
            arguments[1] = connection.bug().bound(name, arguments[1]);
        }
        if (!method.getName().startsWith("execute")) {
            return action.run();
        }
        boolean plain = arguments != null && arguments.length > 0 && arguments[0] instanceof String;
        String text = plain ? (String) arguments[0] : "";
        return plain
                ? connection.perform(StatementNames.kind(text), connection.name(text), action)
                : connection.perform(kind, name, action);
    }
}
