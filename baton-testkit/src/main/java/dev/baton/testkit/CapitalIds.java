package dev.baton.testkit;

import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Method;
import java.lang.reflect.Proxy;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.Locale;
import javax.sql.DataSource;

/**
 * A database with a type for ids that hands them back as SQL Server does: in capitals, whoever asks for them as text. Whatever compares
 * ids as texts fails on it, on a machine that has no SQL Server.
 */
public final class CapitalIds implements TestDatabase {

    private final TestDatabase database;

    /** @param database one that takes ids in capitals for the same, such as H2 or PostgreSQL */
    public CapitalIds(TestDatabase database) {
        this.database = database;
    }

    @Override
    public DataSource dataSource() {
        return capital(DataSource.class, database.dataSource());
    }

    @Override
    public DataSource inTwoZones() {
        return capital(DataSource.class, database.inTwoZones());
    }

    @Override
    public String url() {
        return database.url();
    }

    @Override
    public String dialect() {
        return database.dialect();
    }

    @Override
    public boolean hasSessionLocks() {
        return database.hasSessionLocks();
    }

    @Override
    public TestDatabase another() {
        return new CapitalIds(database.another());
    }

    @Override
    public void endSessions() throws SQLException {
        database.endSessions();
    }

    @Override
    public void close() {
        database.close();
    }

    private static <T> T capital(Class<T> type, Object target) {
        return type.cast(Proxy.newProxyInstance(
                CapitalIds.class.getClassLoader(),
                new Class<?>[] {type},
                (proxy, method, arguments) -> answer(target, method, arguments)));
    }

    private static Object answer(Object target, Method method, Object[] arguments) throws Throwable {
        Object result = invoke(target, method, arguments);
        if (method.getName().equals("unwrap")) {
            return result;
        } else if (result instanceof Connection && target instanceof DataSource) {
            return capital(Connection.class, result);
        } else if (result instanceof PreparedStatement) {
            return capital(PreparedStatement.class, result);
        } else if (result instanceof Statement && target instanceof Connection) {
            return capital(Statement.class, result);
        } else if (result instanceof ResultSet) {
            return capital(ResultSet.class, result);
        } else if (result instanceof String text && target instanceof ResultSet rows && isId(rows, arguments)) {
            return text.toUpperCase(Locale.ROOT);
        }
        return result;
    }

    /** By the type of the column that was asked for. */
    private static boolean isId(ResultSet rows, Object[] arguments) throws SQLException {
        if (arguments == null) {
            return false;
        }
        int column = arguments[0] instanceof Integer number ? number : rows.findColumn((String) arguments[0]);
        return rows.getMetaData().getColumnTypeName(column).equalsIgnoreCase("uuid");
    }

    private static Object invoke(Object target, Method method, Object[] arguments) throws Throwable {
        try {
            return method.invoke(target, arguments);
        } catch (InvocationTargetException e) {
            throw e.getCause();
        }
    }
}
