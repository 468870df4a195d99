package dev.baton.server.store;

import static java.nio.charset.StandardCharsets.UTF_8;

import dev.baton.testkit.TestDatabase;
import java.io.IOException;
import java.io.InputStream;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Instant;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/**
 * The tables as programs of a time have made them, for each engine, and rows of every kind. Databases like this are out
 * there: the files under {@code fixture} are never changed.
 */
final class OldTables {

    static final List<String> DIALECTS = List.of("postgresql", "h2", "mariadb", "mysql", "galera", "sqlserver");

    /** From when the tables are. */
    enum Age {
        /** Those of the first programs: what was printed then, of which version 1 is made. */
        FIRST,
        /** With a divided executor, shards, an audit in chains: all that was printed is made. */
        SECOND;

        private String folder() {
            return name().toLowerCase(Locale.ROOT);
        }
    }

    /** In which history of the database the tables were made: no migration, and later than the first tables. */
    private static final Pattern HISTORY =
            Pattern.compile("-- No component: [^;]*?SELECT 'history', 1, 1,[^;]*?;\\n\\n");

    private static final Pattern RECORDED =
            Pattern.compile("INSERT INTO baton_schema .* VALUES \\('(?<component>\\w+)', (?<version>\\d+),.*");

    private static final Pattern MOMENT = Pattern.compile("'now([+-]\\d+)'");
    private static final Pattern FIXED = Pattern.compile("'(\\d{4}-\\d\\d-\\d\\d \\d\\d:\\d\\d:\\d\\d)'");
    private static final DateTimeFormatter UTC =
            DateTimeFormatter.ofPattern("uuuu-MM-dd HH:mm:ss", Locale.ROOT).withZone(ZoneOffset.UTC);

    static final String CONTRACT = "{\"gateway\":{\"name\":\"good\",\"type\":\"fake\",\"url\":\"\","
            + "\"connectTimeoutMillis\":2000,\"requestTimeoutMillis\":10000,\"options\":{}},\"policy\":\"max_attempts\","
            + "\"maxAttempts\":3,\"terminalOutcomes\":[\"invalid_recipient\"],\"retryDelay\":{\"firstMillis\":100,"
            + "\"factor\":1.0,\"longestMillis\":100,\"jitter\":0.0}}";

    /** At most, of one database. */
    private static final int SERVERS = 3;

    private final Age age;
    private final String dialect;

    OldTables(Age age, String dialect) {
        this.age = age;
        this.dialect = dialect;
    }

    /** Of every time, for every engine. */
    static List<OldTables> all() {
        return Stream.of(Age.values())
                .flatMap(age -> DIALECTS.stream().map(dialect -> new OldTables(age, dialect)))
                .toList();
    }

    String dialect() {
        return dialect;
    }

    @Override
    public String toString() {
        return age.folder() + " on " + dialect;
    }

    /** One step of a component, as it was. */
    record Step(String component, int version, List<String> statements) {}

    /** What a script has of migrations. */
    static String withoutHistory(String script) {
        return HISTORY.matcher(script).replaceFirst("");
    }

    /** As it was printed. */
    String script() {
        return text(dialect);
    }

    /** All steps in their order; the table of steps comes with the first. */
    List<Step> steps() {
        List<Step> steps = new ArrayList<>();
        List<String> statements = new ArrayList<>();
        for (String statement : statements(script())) {
            statements.add(statement);
            Matcher recorded = RECORDED.matcher(statement);
            if (recorded.matches()) {
                steps.add(new Step(
                        recorded.group("component"),
                        Integer.parseInt(recorded.group("version")),
                        List.copyOf(statements)));
                statements.clear();
            }
        }
        return steps;
    }

    /** Makes the tables, with rows, and returns once each server of the database has them. */
    static void make(Age age, TestDatabase database) throws SQLException {
        try (Connection connection = database.dataSource().getConnection()) {
            new OldTables(age, database.dialect()).make(connection);
        }
        for (int server = 0; server < SERVERS; server++) { // where there are several, each data source has the next
            try (Connection connection = database.dataSource().getConnection();
                    Statement statement = connection.createStatement();
                    ResultSet row = statement.executeQuery("SELECT COUNT(*) FROM baton_leases")) {
                row.next();
            }
        }
    }

    private void make(Connection connection) throws SQLException {
        List<String> tables = steps().stream()
                .filter(step -> age != Age.FIRST || step.version() == 1)
                .flatMap(step -> step.statements().stream())
                .toList();
        boolean fences = tables.stream().anyMatch(statement -> statement.contains("baton_fences"));
        Stream<String> rows = statements(rows()).stream().filter(row -> fences || !row.contains("INTO baton_fences"));
        try (Statement statement = connection.createStatement()) {
            for (String sql : Stream.concat(tables.stream(), rows).toList()) {
                statement.execute(sql);
            }
        }
    }

    String rows() {
        String zone = dialect.equals("postgresql") || dialect.equals("h2") ? "+00" : "";
        Instant now = Instant.now();
        String fixed =
                FIXED.matcher(text("data").replaceAll("(?m)^--.*\\n", "")).replaceAll("'$1" + zone + "'");
        String rows = MOMENT.matcher(fixed)
                .replaceAll(at -> "'" + UTC.format(now.plusSeconds(Long.parseLong(at.group(1)))) + zone + "'")
                .replace("CONTRACT", "'" + CONTRACT + "'");
        return switch (dialect) {
            case "postgresql" -> rows.replace("X'", "'\\x");
            case "sqlserver" ->
                rows.replaceAll("X'([0-9a-f]+)'", "0x$1")
                        .replaceAll("\\btrue\\b", "1")
                        .replaceAll("\\bfalse\\b", "0");
            default -> rows;
        };
    }

    private static List<String> statements(String script) {
        return Stream.of(script.split(";\\n(\\n|$)"))
                .map(String::strip)
                .filter(statement -> !statement.isEmpty())
                .toList();
    }

    private String text(String name) {
        try (InputStream file = OldTables.class.getResourceAsStream("fixture/" + age.folder() + "/" + name + ".sql")) {
            return new String(file.readAllBytes(), UTF_8);
        } catch (IOException e) {
            throw new IllegalStateException("no " + name, e);
        }
    }
}
