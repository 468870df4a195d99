package dev.baton.submissions.store;

import static org.assertj.core.api.Assertions.assertThat;

import dev.baton.sql.Schema;
import dev.baton.sql.dialect.Capability;
import dev.baton.sql.dialect.Dialect;
import dev.baton.sql.dialect.Dialects;
import dev.baton.sql.jdbc.SqlCatalog;
import dev.baton.sql.schema.TableNames;
import java.util.List;
import java.util.Set;
import java.util.stream.Stream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Every database has every statement, in one of the two ways. */
class StatementsTest {

    private static final List<String> ALL = List.of(
            "intent-get",
            "intents-free",
            "intents-under-way",
            "attempts-get",
            "audit-get",
            "search",
            "lanes",
            "lane-head",
            "lane-due",
            "overdue",
            "unstarted",
            "feed-start",
            "left-behind",
            "webhooks-due",
            "webhook-next",
            "webhook-record");
    private static final List<String> SETS = List.of(
            "accept",
            "accept-one",
            "intents-get",
            "start",
            "expire",
            "finish",
            "finish-ended",
            "cancel",
            "waited",
            "prune");
    private static final List<String> ROWS = List.of(
            "feed-eager",
            "intents-in",
            "waited-in",
            "plain-rows",
            "complete-row",
            "accept-row",
            "start-row",
            "started-row",
            "expire-row",
            "judge-row",
            "finish-row",
            "finish-ended-row",
            "attempt-row",
            "cancel-row",
            "audit-row",
            "prunable",
            "attempt-sums",
            "history-add",
            "history-begin",
            "prune-attempts",
            "prune-audit",
            "prune-intent");

    static Stream<Dialect> dialects() {
        return Dialects.all().stream();
    }

    @ParameterizedTest
    @MethodSource("dialects")
    void everyDialectHasEveryStatement(Dialect dialect) {
        SqlCatalog catalog = new SqlCatalog(SubmissionSql.SUBJECTS, dialect.folders(), TableNames.DEFAULT);
        assertThat(catalog.names())
                .containsAll(ALL)
                .containsAll(dialect.can(Capability.ARRAYS) ? SETS : ROWS)
                .allSatisfy(name -> assertThat(catalog.get(name).jdbc()).isNotBlank());
        SubmissionSchema.COMPONENT
                .migrations()
                .forEach(name -> assertThat(catalog.file(SubmissionSchema.class, "migrations/" + name + ".sql"))
                        .as(name)
                        .isPresent());
    }

    /** Without row versions, a look of SQL Server's waits for every row that an open transaction has written. */
    @ParameterizedTest
    @ValueSource(
            strings = {
                "intents-free",
                "plain-rows",
                "lanes",
                "lane-head",
                "lane-due",
                "overdue",
                "feed-eager",
                "feed-settled",
                "webhooks-due",
                "webhook-next",
                "waited-in",
                "prunable"
            })
    void whatIsLookedForAgainPassesWritersOnSqlServer(String name) {
        String passing = "submission_intents WITH (READPAST, READCOMMITTEDLOCK)";
        assertThat(text("sqlserver", name)).contains(passing);
        assertThat(text("sqlserver", name).replace(passing, ""))
                .as("at each place")
                .doesNotContainPattern("\\bsubmission_intents\\b");
        assertThat(text("babelfish", name)).doesNotContain("READPAST");
    }

    /** SQL Server's varchar has the letters of a code page alone: two ids that differ in others would be one. */
    @ParameterizedTest
    @ValueSource(strings = {"sqlserver", "babelfish"})
    void whatClientsWriteIsStoredAndLookedForAsUnicode(String dialect) {
        String columns = "intent_id|submission_target|contract|gateway|\\w+_reason|error|actor|gateway_message_id";
        assertThat(new Schema(TableNames.DEFAULT, List.of(SubmissionSchema.COMPONENT)).print(dialect))
                .containsPattern("\\b(" + columns + ")\\s+nvarchar")
                .doesNotContainPattern("\\b(" + columns + ")\\s+varchar");
        SqlCatalog catalog =
                new SqlCatalog(SubmissionSql.SUBJECTS, Dialects.named(dialect).folders(), TableNames.DEFAULT);
        assertThat(catalog.names())
                .allSatisfy(name -> assertThat(catalog.text(name))
                        .doesNotContainPattern("CAST\\(:(intent_id|target|gateway|reason|error|actor|message_id)"
                                + " AS varchar\\(\\d+\\)\\)(?! IS NULL)"));
    }

    private static String text(String dialect, String name) {
        return new SqlCatalog(SubmissionSql.SUBJECTS, Dialects.named(dialect).folders(), TableNames.DEFAULT).text(name);
    }

    /** What a dialect says it can do, and what it has the statements for, are the same. */
    @ParameterizedTest
    @MethodSource("dialects")
    void aDialectClaimsWhatItHasTheStatementsFor(Dialect dialect) {
        Set<String> names = new SqlCatalog(SubmissionSql.SUBJECTS, dialect.folders(), TableNames.DEFAULT).names();
        assertThat(SETS)
                .allSatisfy(
                        name -> assertThat(names.contains(name)).as(name).isEqualTo(dialect.can(Capability.ARRAYS)));
        assertThat(names.contains("feed-changes")).isEqualTo(dialect.can(Capability.SNAPSHOT_POSITIONS));
        assertThat(names.contains("feed-settled")).isEqualTo(dialect.can(Capability.ROW_VERSIONS));
    }
}
