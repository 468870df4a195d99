package dev.baton.sql.jdbc;

import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.stream.Collectors;

/** Commands of one transaction, in order: in one round trip where the driver takes several at once, else one by one. */
public final class Script {

    private final boolean together;
    private final List<Command> commands = new ArrayList<>();

    /** @param together whether the driver takes several statements at once, and the server runs each in its own snapshot */
    public Script(boolean together) {
        this.together = together;
    }

    public Script add(Command command) {
        commands.add(command);
        return this;
    }

    public Script add(Optional<Command> command) {
        command.ifPresent(commands::add);
        return this;
    }

    public Script add(Script other) {
        commands.addAll(other.commands);
        return this;
    }

    /** Runs all for their effect, and tells how many rows the first one changed. */
    public int update(Connection connection) throws SQLException {
        if (together) {
            try (PreparedStatement statement = prepare(connection)) {
                statement.execute();
                return statement.getUpdateCount();
            }
        }
        int changed = commands.get(0).update(connection);
        for (Command command : commands.subList(1, commands.size())) {
            command.run(connection);
        }
        return changed;
    }

    /** Runs all, and reads the first row of the last one's answer. */
    public <T> Optional<T> first(Connection connection, Command.RowReader<T> reader) throws SQLException {
        int last = commands.size() - 1;
        if (together && last > 0) {
            return firstOfLast(connection, reader);
        }
        for (Command command : commands.subList(0, last)) {
            command.run(connection);
        }
        return commands.get(last).first(connection, reader);
    }

    private <T> Optional<T> firstOfLast(Connection connection, Command.RowReader<T> reader) throws SQLException {
        try (PreparedStatement statement = prepare(connection)) {
            return Command.lastAnswer(statement, commands.size(), reader);
        }
    }

    private PreparedStatement prepare(Connection connection) throws SQLException {
        String text = commands.stream().map(Command::text).collect(Collectors.joining(";\n"));
        PreparedStatement statement = connection.prepareStatement(text);
        try {
            int index = 1;
            for (Command command : commands) {
                index = command.bind(statement, index);
            }
            return statement;
        } catch (SQLException | RuntimeException e) {
            statement.close();
            throw e;
        }
    }
}
