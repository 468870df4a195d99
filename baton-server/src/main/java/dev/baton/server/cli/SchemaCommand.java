package dev.baton.server.cli;

import dev.baton.alerts.AlertsSchema;
import dev.baton.jobs.JobsSchema;
import dev.baton.server.http.Json;
import dev.baton.server.store.ServerSchema;
import dev.baton.shards.ShardsSchema;
import dev.baton.sql.Schema;
import dev.baton.sql.schema.SchemaComponent;
import dev.baton.submissions.store.SubmissionSchema;
import java.sql.SQLException;
import java.util.List;
import java.util.TreeMap;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** {@code baton schema} */
@Command(name = "schema", description = "Prints, applies or asks for the schema.", synopsisSubcommandLabel = "COMMAND")
final class SchemaCommand {

    /** Everything that a {@code serve} needs. */
    static final List<SchemaComponent> COMPONENTS = List.of(
            Schema.LEADERSHIP,
            SubmissionSchema.COMPONENT,
            JobsSchema.COMPONENT,
            AlertsSchema.COMPONENT,
            ShardsSchema.COMPONENT,
            ServerSchema.COMPONENT,
            ServerSchema.AUDIT);

    private static Schema schema(TableOptions tables) {
        return new Schema(tables.names(), COMPONENTS);
    }

    @Command(name = "print", description = "Prints the whole schema as a script for a DBA.")
    int print(
            @Mixin Output output,
            @Mixin TableOptions tables,
            @Option(
                            names = "--dialect",
                            defaultValue = "postgresql",
                            description = "postgresql, mariadb, mysql, sqlserver or h2; ${DEFAULT-VALUE} by default")
                    String dialect) {
        output.line(schema(tables).print(dialect));
        return 0;
    }

    @Command(name = "apply", description = "Brings a database up to date; harmless if it is.")
    int apply(@Mixin LocalDatabase database, @Mixin TableOptions tables, @Mixin Output output) throws SQLException {
        try (ProgressBar bar = ProgressBar.onTerminal(output.err())) {
            schema(tables).apply(database.source(), bar::begins);
        }
        return version(database, tables, output);
    }

    @Command(name = "version", description = "Shows what is installed.")
    int version(@Mixin LocalDatabase database, @Mixin TableOptions tables, @Mixin Output output) throws SQLException {
        output.object(Json.tree(new TreeMap<>(schema(tables).versions(database.source()))));
        return 0;
    }
}
