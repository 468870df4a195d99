package dev.baton.contract;

import dev.baton.testkit.TestDatabase;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.List;
import java.util.stream.Stream;

/** Runs scripts as a DBA does: statement by statement. */
final class Scripts {

    private Scripts() {}

    static String grants(String dialect) throws IOException {
        return Files.readString(Path.of("../../deploy/sql", dialect, "grants.sql"));
    }

    static void run(TestDatabase database, String script) throws SQLException {
        try (Connection connection = database.dataSource().getConnection();
                Statement statement = connection.createStatement()) {
            for (String sql : statements(script)) {
                statement.execute(sql);
            }
        }
    }

    /** A statement ends with a semicolon before a line that begins a new one. */
    private static List<String> statements(String script) {
        return Stream.of(script.split(";\\s*\\n(?=\\s*(--|CREATE|INSERT|GRANT|$))"))
                .map(statement -> statement.replaceAll("(?m)^--.*$", "").strip())
                .filter(statement -> !statement.isEmpty())
                .toList();
    }
}
