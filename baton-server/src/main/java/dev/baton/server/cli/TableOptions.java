package dev.baton.server.cli;

import dev.baton.sql.schema.TableNames;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;
import picocli.CommandLine.Spec.Target;

/** Where in a database the tables are, for commands that read no configuration. */
final class TableOptions {

    @Spec(Target.MIXEE)
    private CommandSpec spec;

    @Option(
            names = "--schema",
            paramLabel = "NAME",
            defaultValue = "",
            description = "The schema of the tables; the connection's own by default.")
    private String schema;

    @Option(
            names = "--table-prefix",
            paramLabel = "P",
            defaultValue = "baton_",
            description = "How their names begin; ${DEFAULT-VALUE} by default.")
    private String prefix;

    TableNames names() {
        try {
            return new TableNames(schema, prefix);
        } catch (IllegalArgumentException e) {
            throw new ParameterException(spec.commandLine(), e.getMessage(), e);
        }
    }
}
