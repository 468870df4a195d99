package dev.baton.server.store;

import static org.assertj.core.api.Assertions.assertThat;

import dev.baton.alerts.AlertsSchema;
import dev.baton.jobs.JobsSchema;
import dev.baton.shards.ShardsSchema;
import dev.baton.sql.Schema;
import dev.baton.sql.schema.SchemaComponent;
import dev.baton.sql.schema.TableNames;
import dev.baton.submissions.store.SubmissionSchema;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.FieldSource;

/** The schema only goes forward, on every engine, also on those that are not at hand. */
class MigrationsTest {

    static final List<SchemaComponent> COMPONENTS = List.of(
            Schema.LEADERSHIP,
            SubmissionSchema.COMPONENT,
            JobsSchema.COMPONENT,
            AlertsSchema.COMPONENT,
            ShardsSchema.COMPONENT,
            ServerSchema.COMPONENT,
            ServerSchema.AUDIT);

    static final List<String> DIALECTS = OldTables.DIALECTS;
    static final List<OldTables> TABLES = OldTables.all();

    private static final Pattern RECORD = Pattern.compile(
            "INSERT INTO baton_schema .* VALUES \\('\\w+', (?<version>\\d+), (?<oldest>\\d+), '(?<name>.*)'\\);");

    private static final Pattern TABLE = Pattern.compile("(?m)^CREATE TABLE (?:IF NOT EXISTS )?(\\w+) ");

    /** What a program that runs beside it may still use. */
    private static final Pattern TAKES_AWAY =
            Pattern.compile("\\b(DROP\\s+(TABLE|COLUMN|VIEW|FUNCTION)|RENAME|sp_rename)\\b", Pattern.CASE_INSENSITIVE);

    /** Databases have run these: a change of them would reach nobody, or only the new ones. */
    @ParameterizedTest
    @FieldSource("TABLES")
    void whatDatabasesHaveRunIsNeverChanged(OldTables old) {
        List<SchemaComponent> before = COMPONENTS.stream()
                .map(component -> upTo(component, version(old, component)))
                .toList();
        assertThat(OldTables.withoutHistory(new Schema(TableNames.DEFAULT, before).print(old.dialect())))
                .as("a migration was changed: add a new one instead")
                .isEqualTo(OldTables.withoutHistory(old.script()));
    }

    /** What has no row proves nothing. */
    @ParameterizedTest
    @FieldSource("TABLES")
    void everyTableThatIsKeptHasRows(OldTables old) {
        assertThat(TABLE.matcher(old.script()).results().map(table -> table.group(1)))
                .contains("baton_leases", "submission_intents", "baton_jobs", "baton_alerts", "baton_commands")
                .allSatisfy(table -> assertThat(old.script() + old.rows()).contains("INSERT INTO " + table + " ("));
    }

    private static int version(OldTables old, SchemaComponent component) {
        return (int) old.steps().stream()
                .filter(step -> step.component().equals(component.name()))
                .count();
    }

    private static SchemaComponent upTo(SchemaComponent component, int version) {
        return new SchemaComponent(
                component.name(), component.anchor(), component.migrations().subList(0, version));
    }

    @ParameterizedTest
    @FieldSource("DIALECTS")
    void whatTakesSomethingAwayTurnsOldProgramsAway(String dialect) {
        assertThat(harmful(new Schema(TableNames.DEFAULT, COMPONENTS).print(dialect)))
                .isEmpty();
    }

    @Test
    void catchesAColumnThatGoesWhileOldProgramsRun() {
        String record = "INSERT INTO baton_schema (component, version, oldest_program, name) VALUES ";
        String script = "CREATE TABLE t (a int, b int);\n\n" + record + "('x', 1, 1, 'x-1-t');\n\n"
                + "ALTER TABLE t DROP COLUMN a;\n\n";
        assertThat(harmful(script + record + "('x', 2, 1, 'x-2-a');\n")).containsExactly("x-2-a");
        assertThat(harmful(script + record + "('x', 2, 2, 'x-2-a');\n")).isEmpty();
    }

    /** Migrations by name that leave programs in the dark which do not know them. */
    private static List<String> harmful(String script) {
        Stream.Builder<String> harmful = Stream.builder();
        Matcher record = RECORD.matcher(script);
        int begin = 0;
        while (record.find()) {
            boolean carriesOld = Integer.parseInt(record.group("oldest")) < Integer.parseInt(record.group("version"));
            if (carriesOld
                    && TAKES_AWAY
                            .matcher(script.substring(begin, record.start()))
                            .find()) {
                harmful.add(record.group("name"));
            }
            begin = record.end();
        }
        return harmful.build().toList();
    }

    /** Whoever has millions of rows wants to know before the start what will wait for what. */
    @Test
    void theGuideSaysOfEachWhatItLocks() throws Exception {
        String guide = Files.readString(Path.of("../docs/guides/schema.md"));
        assertThat(COMPONENTS.stream().flatMap(component -> component.migrations().stream()))
                .allSatisfy(migration -> assertThat(guide).contains("| `" + migration + "` |"));
    }
}
