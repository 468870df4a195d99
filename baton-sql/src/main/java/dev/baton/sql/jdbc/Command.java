package dev.baton.sql.jdbc;

import java.sql.Array;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.sql.Timestamp;
import java.sql.Types;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Calendar;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TimeZone;
import java.util.function.BiFunction;

/** One execution of a {@link NamedSql}. Values reach the database as parameters only. */
public final class Command {

    /** To be cloned: a calendar is not for two threads, and making one is slow. */
    private static final Calendar UTC = Calendar.getInstance(TimeZone.getTimeZone("UTC"));

    /** Reads one row. */
    @FunctionalInterface
    public interface RowReader<T> {
        T read(ResultSet row) throws SQLException;
    }

    private final NamedSql sql;
    private final Map<String, Object> values = new HashMap<>();
    private int maxRows;
    private Duration limit = Duration.ZERO;
    private Tuning tuning = statement -> {};

    Command(NamedSql sql) {
        this.sql = sql;
    }

    public Command set(String parameter, Object value) {
        values.put(parameter, value);
        return this;
    }

    /**
     * The same for one of a list.
     *
     * @param place in the list, from 1
     */
    public Command set(int place, String parameter, Object value) {
        return set(place == 1 ? parameter : parameter + "_" + place, value);
    }

    /** Sets what only a driver has, before the statement runs. */
    @FunctionalInterface
    public interface Tuning {
        void of(PreparedStatement statement) throws SQLException;
    }

    public Command tuned(Tuning driver) {
        tuning = driver;
        return this;
    }

    /** Reads no more rows than this. */
    public Command atMost(int rows) {
        maxRows = rows;
        return this;
    }

    /** Ends the statement, not the session, after this long; JDBC counts in whole seconds, so it may be a little longer. */
    public Command within(Duration atMost) {
        limit = atMost;
        return this;
    }

    /**
     * How many rows a write touched: those that it answers with where it answers, else the driver's count. With SQL
     * Server's {@code NOCOUNT} on there is no count, so its writes answer.
     */
    public int update(Connection connection) throws SQLException {
        try (PreparedStatement statement = prepare(connection)) {
            if (!statement.execute()) {
                return statement.getUpdateCount();
            }
            int rows = 0;
            try (ResultSet answer = statement.getResultSet()) {
                while (answer.next()) {
                    rows++;
                }
            }
            return rows;
        }
    }

    /** Runs one statement with many sets of values, at once where the driver can; how many rows each wrote is not told. */
    public static void updateAll(Connection connection, List<Command> commands) throws SQLException {
        if (commands.isEmpty()) {
            return;
        }
        try (PreparedStatement statement =
                connection.prepareStatement(commands.get(0).text())) {
            for (Command command : commands) {
                command.bind(statement, 1);
                statement.addBatch();
            }
            statement.executeBatch();
        }
    }

    /** Runs a statement for its effect, whatever it answers with. */
    public void run(Connection connection) throws SQLException {
        try (PreparedStatement statement = prepare(connection)) {
            statement.execute();
        }
    }

    public <T> Optional<T> first(Connection connection, RowReader<T> reader) throws SQLException {
        List<T> rows = all(connection, reader);
        return rows.isEmpty() ? Optional.empty() : Optional.ofNullable(rows.get(0));
    }

    public <T> List<T> all(Connection connection, RowReader<T> reader) throws SQLException {
        try (PreparedStatement statement = prepare(connection);
                ResultSet rows = statement.executeQuery()) {
            return read(rows, reader);
        }
    }

    /** Runs a text of two statements, and reads the first row of each one's answer. */
    public <A, B, T> T firstOfBoth(
            Connection connection,
            RowReader<A> first,
            RowReader<B> second,
            BiFunction<Optional<A>, Optional<B>, T> together)
            throws SQLException {
        return both(
                connection,
                first,
                second,
                (one, rows) -> together.apply(one, rows.stream().findFirst()));
    }

    /** Runs a text of two statements, and reads the first row of the first one's answer and all of the second's. */
    public <A, B, T> T both(
            Connection connection,
            RowReader<A> first,
            RowReader<B> second,
            BiFunction<Optional<A>, List<B>, T> together)
            throws SQLException {
        try (PreparedStatement statement = prepare(connection)) {
            statement.execute();
            Optional<A> one = answer(statement, first).stream().findFirst();
            statement.getMoreResults(Statement.CLOSE_CURRENT_RESULT);
            return together.apply(one, answer(statement, second));
        }
    }

    private static <T> List<T> answer(PreparedStatement statement, RowReader<T> reader) throws SQLException {
        try (ResultSet rows = statement.getResultSet()) {
            return read(rows, reader);
        }
    }

    private static <T> List<T> read(ResultSet rows, RowReader<T> reader) throws SQLException {
        List<T> read = new ArrayList<>();
        while (rows.next()) {
            read.add(reader.read(rows));
        }
        return read;
    }

    String text() {
        return sql.jdbc();
    }

    PreparedStatement prepare(Connection connection) throws SQLException {
        PreparedStatement statement = connection.prepareStatement(sql.jdbc());
        try {
            if (maxRows > 0) {
                statement.setMaxRows(maxRows);
            }
            if (!limit.isZero()) {
                statement.setQueryTimeout(Math.toIntExact(limit.plusMillis(999).toSeconds()));
            }
            tuning.of(statement);
            bind(statement, 1);
            return statement;
        } catch (SQLException | RuntimeException e) {
            statement.close();
            throw e;
        }
    }

    /** Binds the values from this question mark on; returns the next one. */
    int bind(PreparedStatement statement, int from) throws SQLException {
        int index = from;
        for (String name : sql.parameters()) {
            Object value = value(name);
            if (value instanceof String text) {
                bindText(statement, index++, text);
            } else {
                bind(statement, index++, value);
            }
        }
        return index;
    }

    private Object value(String name) {
        if (!values.containsKey(name)) {
            throw new IllegalStateException("parameter :" + name + " of " + sql.name() + " was not set");
        }
        return values.get(name);
    }

    /**
     * SQL Server's driver may be told to send texts in the database's code page, because Unicode against a column of names
     * makes an index useless. What such a page might lack goes as Unicode all the same: else two ids become one.
     */
    private void bindText(PreparedStatement statement, int index, String text) throws SQLException {
        if (sql.typesUnicode() && !text.chars().allMatch(c -> c < 128)) {
            statement.setNString(index, text);
        } else {
            statement.setString(index, text);
        }
    }

    private static void bind(PreparedStatement statement, int index, Object value) throws SQLException {
        if (value == null) {
            statement.setNull(index, Types.VARCHAR);
        } else if (value instanceof Long number) {
            statement.setLong(index, number);
        } else if (value instanceof Integer number) {
            statement.setInt(index, number);
        } else if (value instanceof Boolean flag) {
            statement.setBoolean(index, flag);
        } else if (value instanceof Array array) {
            statement.setArray(index, array);
        } else if (value instanceof byte[] bytes) {
            statement.setBytes(index, bytes);
        } else if (value instanceof Object[] column) {
            statement.setArray(index, statement.getConnection().createArrayOf(elementType(column), column));
        } else {
            throw new IllegalArgumentException(
                    "cannot bind a " + value.getClass().getName());
        }
    }

    /** A whole column of a batch, on databases that take arrays. */
    private static String elementType(Object[] column) {
        if (column instanceof String[]) {
            return "text";
        } else if (column instanceof Long[]) {
            return "bigint";
        } else if (column instanceof Integer[]) {
            return "integer";
        } else if (column instanceof Boolean[]) {
            return "boolean";
        } else if (column instanceof byte[][]) {
            return "bytea";
        }
        throw new IllegalArgumentException("cannot bind a " + column.getClass().getName());
    }

    /**
     * An instant of a row, whatever type the database keeps it in; null if it has none. The day zero of the year zero, which
     * MariaDB and MySQL keep, is no instant: it counts as 1970, so that one row that somebody wrote by hand is no trouble to
     * whoever reads many. MariaDB's driver says that it is no time, MySQL's that nobody may read it.
     */
    public static Instant instant(ResultSet row, String column) throws SQLException {
        try {
            Timestamp at = row.getTimestamp(column, (Calendar) UTC.clone());
            return at == null ? zeroOrNull(row, column) : at.toInstant();
        } catch (SQLException e) {
            return zeroOrThrow(row, column, e);
        }
    }

    /** Of a driver that refuses to read it as a time: its text says whether it is the day zero, or something else is wrong. */
    private static Instant zeroOrThrow(ResultSet row, String column, SQLException refused) throws SQLException {
        Instant zero = null;
        try {
            zero = zeroOrNull(row, column);
        } catch (SQLException e) {
            refused.addSuppressed(e);
        }
        if (zero == null) {
            throw refused;
        }
        return zero;
    }

    private static Instant zeroOrNull(ResultSet row, String column) throws SQLException {
        String text = row.getString(column);
        return text != null && text.startsWith("0000-") ? Instant.EPOCH : null;
    }
}
