package dev.baton.sql.jdbc;

import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.stream.Collectors;

/** Commands of one transaction, in order: in one round trip where the driver takes several at once, else one by one. */
public final class Script {

    /** What a command answered with, once the script has run. */
    public static final class Answer<T> {

        private final Command.RowReader<T> reader;
        private Optional<T> first = Optional.empty();

        private Answer(Command.RowReader<T> reader) {
            this.reader = reader;
        }

        /** The first row, if there was one. */
        public Optional<T> first() {
            return first;
        }

        private void read(ResultSet rows) throws SQLException {
            first = rows.next() ? Optional.ofNullable(reader.read(rows)) : Optional.empty();
        }
    }

    private record Entry(Command command, Optional<Answer<?>> answer) {}

    private final boolean together;
    private final List<Entry> entries = new ArrayList<>();

    /** @param together whether the driver takes several statements at once, and the server runs each in its own snapshot */
    public Script(boolean together) {
        this.together = together;
    }

    /** A command that is run for its effect. */
    public Script add(Command command) {
        entries.add(new Entry(command, Optional.empty()));
        return this;
    }

    public Script add(Optional<Command> command) {
        command.ifPresent(this::add);
        return this;
    }

    public Script add(Script other) {
        entries.addAll(other.entries);
        return this;
    }

    /** A command whose answer counts. */
    public <T> Answer<T> ask(Command command, Command.RowReader<T> reader) {
        Answer<T> answer = new Answer<>(reader);
        entries.add(new Entry(command, Optional.of(answer)));
        return answer;
    }

    public void run(Connection connection) throws SQLException {
        if (together && entries.size() > 1) {
            runTogether(connection);
            return;
        }
        for (Entry entry : entries) {
            try (PreparedStatement statement = entry.command().prepare(connection)) {
                statement.execute();
                read(statement, entry);
            }
        }
    }

    private void runTogether(Connection connection) throws SQLException {
        try (PreparedStatement statement = prepare(connection)) {
            statement.execute();
            for (Entry entry : entries) {
                read(statement, entry);
                statement.getMoreResults(Statement.CLOSE_CURRENT_RESULT);
            }
        }
    }

    private static void read(PreparedStatement statement, Entry entry) throws SQLException {
        if (entry.answer().isPresent()) {
            try (ResultSet rows = statement.getResultSet()) {
                entry.answer().get().read(rows);
            }
        }
    }

    private PreparedStatement prepare(Connection connection) throws SQLException {
        String text = entries.stream().map(entry -> entry.command().text()).collect(Collectors.joining(";\n"));
        PreparedStatement statement = connection.prepareStatement(text);
        try {
            int index = 1;
            for (Entry entry : entries) {
                index = entry.command().bind(statement, index);
            }
            return statement;
        } catch (SQLException | RuntimeException e) {
            statement.close();
            throw e;
        }
    }
}
