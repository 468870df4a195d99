package dev.baton.sql.migration;

import dev.baton.SetupRefusedException;
import dev.baton.sql.dialect.Capability;
import dev.baton.sql.dialect.Collisions;
import dev.baton.sql.dialect.Dialect;
import dev.baton.sql.jdbc.SqlCatalog;
import dev.baton.sql.jdbc.Transactions;
import dev.baton.sql.schema.SchemaComponent;
import dev.baton.sql.schema.SchemaProgress;
import java.sql.Connection;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Prints, checks and applies the schema. Applying is done under a lock: ten nodes may start together. */
public final class SchemaManager {

    private static final Logger LOG = LoggerFactory.getLogger(SchemaManager.class);

    private final Dialect dialect;
    private final SqlCatalog sql;
    private final List<SchemaComponent> components;

    public SchemaManager(Dialect dialect, SqlCatalog sql, List<SchemaComponent> components) {
        this.dialect = dialect;
        this.sql = sql;
        this.components = List.copyOf(components);
    }

    /** The state of one component in a database. */
    private record Installed(int version, int oldestProgram) {
        static final Installed NOTHING = new Installed(0, 0);
    }

    /** Everything as one script for a DBA, to be run on an empty database. */
    public String print() {
        String create = sql.get("schema-create").jdbc();
        Stream<String> tables =
                namesHistories() ? Stream.of(create, sql.get("schema-history").jdbc()) : Stream.of(create);
        Stream<String> steps = components.stream().flatMap(this::migrations).flatMap(this::script);
        return Stream.concat(tables, steps)
                .map(statement -> statement.strip() + ";\n")
                .collect(Collectors.joining("\n"));
    }

    private Stream<String> script(Migration migration) {
        String recorded = "INSERT INTO " + sql.tables().in("${baton}schema")
                + " (component, version, oldest_program, name) VALUES ('" + migration.component() + "', "
                + migration.version() + ", " + migration.oldestProgram() + ", '" + migration.name() + "')";
        return Stream.concat(migration.statements().stream(), Stream.of(recorded));
    }

    /** What is installed, by component; 0 where nothing is. */
    public Map<String, Integer> versions(Connection connection) throws SQLException {
        return installed(connection).entrySet().stream()
                .collect(Collectors.toMap(
                        Map.Entry::getKey, entry -> entry.getValue().version()));
    }

    /** Refuses a schema that is missing, too old, or too new for this program. */
    public void check(Connection connection) throws SQLException {
        Map<String, Installed> found = exists(connection) ? installed(connection) : Map.of();
        for (SchemaComponent component : components) {
            Installed installed = found.getOrDefault(component.name(), Installed.NOTHING);
            refuseNewer(component, installed);
            if (installed.version() < component.version()) {
                throw new SetupRefusedException("schema '" + component.name() + "' is at version " + installed.version()
                        + ", this program needs version " + component.version()
                        + ": let it apply the schema at start, or have a DBA run the printed one");
            }
        }
    }

    private static void refuseNewer(SchemaComponent component, Installed installed) {
        if (installed.oldestProgram() > component.version()) {
            throw new SetupRefusedException("schema '" + component.name() + "' is at version " + installed.version()
                    + " and needs a program that knows version " + installed.oldestProgram() + ", this one knows "
                    + component.version() + ": upgrade the program");
        }
    }

    /** Brings the schema up to date. */
    public void apply(Connection connection) throws SQLException {
        apply(connection, SchemaProgress.SILENT);
    }

    /** Brings the schema up to date and says how far it is. */
    public void apply(Connection connection, SchemaProgress progress) throws SQLException {
        if (isCurrent(connection)) {
            return;
        }
        try {
            Collisions.retry(dialect, () -> {
                upgrade(connection, progress);
                return null;
            });
        } catch (SQLException e) {
            throw refusal(e);
        }
    }

    private SQLException refusal(SQLException error) {
        if (Collisions.isPassing(dialect, error)) {
            return error;
        }
        throw new SetupRefusedException(
                dialect.isDenied(error)
                        ? "the schema cannot be applied with this account (" + error.getMessage()
                                + "): grant it the right to create tables, or have a DBA run the printed schema"
                        : "the schema cannot be applied (" + error.getMessage()
                                + "): mend what the database says, or have a DBA run the printed schema",
                error);
    }

    private boolean isCurrent(Connection connection) throws SQLException {
        if (!exists(connection)) {
            return false;
        }
        Map<String, Installed> found = installed(connection);
        boolean current = true;
        for (SchemaComponent component : components) {
            Installed installed = found.getOrDefault(component.name(), Installed.NOTHING);
            refuseNewer(component, installed);
            current &= installed.version() >= component.version();
        }
        return current;
    }

    private void upgrade(Connection connection, SchemaProgress progress) throws SQLException {
        inTurn(connection, c -> {
            boolean missing = !exists(c);
            if (missing) {
                sql.get("schema-create").plain().run(c);
            }
            if (namesHistories()) {
                sql.get("schema-history").plain().update(c);
            }
            return missing;
        });
        List<Migration> missing = missing(connection);
        int all = missing.stream().mapToInt(m -> m.statements().size()).sum();
        int done = 0;
        for (Migration migration : missing) {
            upgrade(connection, migration, new Steps(progress, done, all));
            done += migration.statements().size();
        }
    }

    private boolean namesHistories() {
        return dialect.can(Capability.NAMED_HISTORIES);
    }

    private List<Migration> missing(Connection connection) throws SQLException {
        Map<String, Installed> found = installed(connection);
        return components.stream()
                .flatMap(component -> migrations(component)
                        .skip(found.getOrDefault(component.name(), Installed.NOTHING)
                                .version()))
                .toList();
    }

    /** A change of the schema that looks whether it is still needed; false if somebody was faster. */
    @FunctionalInterface
    private interface Change {
        boolean make(Connection connection) throws SQLException;
    }

    /** One change by one program at a time, as far as the database can see to that. */
    private boolean inTurn(Connection connection, Change change) throws SQLException {
        try {
            return Transactions.<Boolean, SQLException>inTransaction(connection, c -> {
                dialect.lockSchema(c, sql);
                return change.make(c);
            });
        } finally {
            dialect.unlockSchema(connection, sql);
        }
    }

    /** Where a migration's statements stand among all. */
    private record Steps(SchemaProgress progress, int before, int all) {
        void begins(int number, String statement) {
            progress.begins(before + number, all, statement);
        }
    }

    private void upgrade(Connection connection, Migration migration, Steps steps) throws SQLException {
        if (inTurn(connection, c -> make(c, migration, steps))) {
            LOG.info(
                    "schema {} is now at version {} ({})",
                    migration.component(),
                    migration.version(),
                    migration.name());
        }
    }

    private boolean make(Connection c, Migration migration, Steps steps) throws SQLException {
        Installed installed = installed(c).getOrDefault(migration.component(), Installed.NOTHING);
        if (installed.version() >= migration.version()) {
            return false;
        }
        int number = 0;
        for (String statement : migration.statements()) {
            steps.begins(number++, statement);
            execute(c, statement);
        }
        sql.get("schema-record")
                .set("component", migration.component())
                .set("version", migration.version())
                .set("oldest_program", migration.oldestProgram())
                .set("name", migration.name())
                .update(c);
        return true;
    }

    private static void execute(Connection connection, String statement) throws SQLException {
        try (Statement s = connection.createStatement()) {
            s.execute(statement);
        }
    }

    private Stream<Migration> migrations(SchemaComponent component) {
        return IntStream.rangeClosed(1, component.version())
                .mapToObj(version -> Migration.load(component, version, sql));
    }

    private boolean exists(Connection connection) throws SQLException {
        return sql.get("schema-exists")
                .plain()
                .first(connection, row -> row.getInt(1) > 0)
                .orElse(false);
    }

    private Map<String, Installed> installed(Connection connection) throws SQLException {
        Map<String, Installed> found = new HashMap<>();
        sql.get("schema-read")
                .plain()
                .all(
                        connection,
                        row -> found.put(
                                row.getString("component"),
                                new Installed(row.getInt("version"), row.getInt("oldest_program"))));
        return found;
    }
}
