package dev.baton.jobs.store;

import static org.assertj.core.api.Assertions.assertThat;

import dev.baton.jobs.JobsSchema;
import dev.baton.sql.Schema;
import dev.baton.sql.dialect.Dialects;
import dev.baton.sql.jdbc.SqlCatalog;
import dev.baton.sql.schema.TableNames;
import java.util.List;
import java.util.regex.Pattern;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** SQL Server's varchar has the letters of a code page alone: two keys that differ in others would be one. */
class UnicodeColumnsTest {

    private static final Pattern KEY_COLUMN = Pattern.compile("\\b(?:unique_key|unicode_key)\\s+(n?varchar\\(\\d+\\))");
    private static final Pattern TO_CODE_PAGE =
            Pattern.compile("CAST\\(:(unique_key|payload|progress|error) AS varchar");

    /** The last that migrations say of it. */
    @ParameterizedTest
    @ValueSource(strings = {"sqlserver", "babelfish"})
    void uniqueKeysAreStoredAsUnicode(String dialect) {
        String script = new Schema(TableNames.DEFAULT, List.of(JobsSchema.COMPONENT)).print(dialect);
        assertThat(KEY_COLUMN.matcher(script).results().map(column -> column.group(1)))
                .isNotEmpty()
                .last()
                .isEqualTo("nvarchar(200)");
    }

    /** Where a statement says of which type they are, it says this one. */
    @ParameterizedTest
    @ValueSource(strings = {"sqlserver", "babelfish"})
    void whatUsersWriteIsNowhereReadInACodePage(String dialect) {
        SqlCatalog catalog =
                new SqlCatalog(JobDatabase.SUBJECTS, Dialects.named(dialect).folders(), TableNames.DEFAULT);
        assertThat(catalog.names())
                .allSatisfy(name -> assertThat(catalog.text(name)).doesNotContainPattern(TO_CODE_PAGE));
        assertThat(List.of("enqueue-one", "find-unique"))
                .allSatisfy(name -> assertThat(catalog.text(name)).contains("CAST(:unique_key AS nvarchar(200))"));
    }
}
