package dev.baton.jobs.store;

import static org.assertj.core.api.Assertions.assertThat;

import dev.baton.sql.dialect.Dialects;
import dev.baton.sql.jdbc.SqlCatalog;
import dev.baton.sql.schema.TableNames;
import java.util.List;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** A list of ids is found by the ids, whatever else a statement demands of its rows. */
class ListsTest {

    /** An index begins with the status: where few jobs run it looks better than the key, and leads past rows of others. */
    @ParameterizedTest
    @ValueSource(strings = {"mariadb", "mysql", "h2"})
    void noListCanBeFoundByTheStatusInstead(String dialect) {
        SqlCatalog catalog = catalog(dialect);
        List<String> lists = catalog.names().stream()
                .filter(catalog::takesLists)
                .filter(name -> catalog.text(name).contains("WHERE"))
                .toList();
        assertThat(lists).contains("claim-take", "claims-lock", "finish-delete", "finish-update", "run-insert-held");
        assertThat(lists)
                .allSatisfy(name -> assertThat(catalog.text(name)).doesNotContainPattern("AND (\\w\\.)?status = "));
    }

    private static SqlCatalog catalog(String dialect) {
        return new SqlCatalog(JobDatabase.SUBJECTS, Dialects.named(dialect).folders(), TableNames.DEFAULT);
    }
}
