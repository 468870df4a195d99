package dev.baton.testkit;

import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Method;
import java.lang.reflect.Proxy;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.List;
import java.util.Set;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.atomic.AtomicBoolean;
import javax.sql.DataSource;

/**
 * Connections as pools hand them out whose owners set them up otherwise: auto-commit off, read-only, at some isolation, with
 * cursors that end with their transaction, perhaps in another schema, and without a network time-out. Complains of those
 * that come back in another state, and of statements that nothing bounds. For tests of a program that borrows them.
 * Thread-safe.
 */
public final class OddConnections {

    private final DataSource source;
    private final int isolation;
    private final String schema;
    private final List<String> complaints = new CopyOnWriteArrayList<>();

    /** @param isolation one of JDBC's levels */
    public OddConnections(DataSource source, int isolation) {
        this(source, isolation, "");
    }

    /** @param schema in which the connections are, or empty for their own; a catalog where databases have no schemas */
    public OddConnections(DataSource source, int isolation, String schema) {
        this.source = source;
        this.isolation = isolation;
        this.schema = schema;
    }

    /** What the program under test is given. */
    public DataSource dataSource() {
        return (DataSource) Proxy.newProxyInstance(
                getClass().getClassLoader(), new Class<?>[] {DataSource.class}, (proxy, method, arguments) -> {
                    Object result = invoke(source, method, arguments);
                    return result instanceof Connection connection ? odd(connection) : result;
                });
    }

    /** What the program did wrong. */
    public List<String> complaints() {
        return List.copyOf(complaints);
    }

    private Connection odd(Connection connection) throws SQLException {
        connection.setAutoCommit(true);
        String own = schema(connection);
        go(connection, schema.isEmpty() ? own : schema);
        connection.setTransactionIsolation(isolation);
        connection.setHoldability(ResultSet.CLOSE_CURSORS_AT_COMMIT);
        connection.setReadOnly(true);
        connection.setAutoCommit(false);
        boolean boundable = boundable(connection);
        String before = state(connection);
        AtomicBoolean over = new AtomicBoolean();
        return (Connection) Proxy.newProxyInstance(
                getClass().getClassLoader(), new Class<?>[] {Connection.class}, (proxy, method, arguments) -> {
                    boolean ends =
                            Set.of("close", "abort").contains(method.getName()) && over.compareAndSet(false, true);
                    if (ends && method.getName().equals("close") && !connection.isClosed()) {
                        compare(before, state(connection));
                        plain(connection, own);
                    }
                    Object result = invoke(connection, method, arguments);
                    return boundable && result instanceof Statement statement ? watched(connection, statement) : result;
                });
    }

    private static boolean boundable(Connection connection) throws SQLException {
        connection.setNetworkTimeout(Runnable::run, 60_000);
        boolean can = connection.getNetworkTimeout() == 60_000;
        connection.setNetworkTimeout(Runnable::run, 0);
        return can;
    }

    private static String state(Connection connection) throws SQLException {
        return "auto-commit " + connection.getAutoCommit() + ", read-only " + connection.isReadOnly() + ", isolation "
                + connection.getTransactionIsolation() + ", network time-out " + connection.getNetworkTimeout()
                + ", holdability " + connection.getHoldability() + ", schema " + schema(connection)
                + ", longest wait for a lock " + lockWait(connection);
    }

    /** What no method of JDBC asks for. */
    private static String lockWait(Connection connection) throws SQLException {
        String question = switch (connection.getMetaData().getDatabaseProductName()) {
            case "H2" -> "SELECT LOCK_TIMEOUT()";
            case "PostgreSQL" -> "SELECT current_setting('lock_timeout')";
            case "MariaDB" -> "SELECT @@innodb_lock_wait_timeout";
            default -> "";
        };
        if (question.isEmpty()) {
            return "unknown";
        }
        try (Statement statement = connection.createStatement();
                ResultSet row = statement.executeQuery(question)) {
            row.next();
            return row.getString(1);
        }
    }

    private static boolean hasSchemas(Connection connection) throws SQLException {
        return connection.getMetaData().supportsSchemasInTableDefinitions();
    }

    private static String schema(Connection connection) throws SQLException {
        return hasSchemas(connection) ? connection.getSchema() : connection.getCatalog();
    }

    private static void go(Connection connection, String schema) throws SQLException {
        if (hasSchemas(connection)) {
            connection.setSchema(schema);
        } else {
            connection.setCatalog(schema);
        }
    }

    private void compare(String before, String after) {
        if (!before.equals(after)) {
            complaints.add("lent with " + before + ", given back with " + after);
        }
    }

    /** As whoever is behind expects it. */
    private static void plain(Connection connection, String own) throws SQLException {
        connection.rollback();
        connection.setAutoCommit(true);
        connection.setReadOnly(false);
        connection.setHoldability(ResultSet.HOLD_CURSORS_OVER_COMMIT);
        go(connection, own);
    }

    private Statement watched(Connection connection, Statement statement) {
        Class<?> type = statement instanceof PreparedStatement ? PreparedStatement.class : Statement.class;
        return (Statement) Proxy.newProxyInstance(
                getClass().getClassLoader(), new Class<?>[] {type}, (proxy, method, arguments) -> {
                    if (method.getName().startsWith("execute") && connection.getNetworkTimeout() == 0) {
                        complaints.add("nothing bounds " + statement);
                    }
                    return invoke(statement, method, arguments);
                });
    }

    private static Object invoke(Object target, Method method, Object[] arguments) throws Throwable {
        try {
            return method.invoke(target, arguments);
        } catch (InvocationTargetException e) {
            throw e.getCause();
        }
    }
}
