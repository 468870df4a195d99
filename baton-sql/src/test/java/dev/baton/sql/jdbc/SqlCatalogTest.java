package dev.baton.sql.jdbc;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.baton.sql.schema.TableNames;
import java.util.List;
import org.junit.jupiter.api.Test;

class SqlCatalogTest {

    private static SqlCatalog catalog(List<String> folders, String... subjects) {
        return new SqlCatalog(
                new SqlSubjects(SqlCatalogTest.class, "/dev/baton/sql/jdbc/catalog", List.of(subjects)),
                folders,
                TableNames.DEFAULT);
    }

    @Test
    void takesEachStatementFromTheNearestFolderThatHasIt() {
        SqlCatalog catalog = catalog(List.of("near", "far"), "fruit");
        assertThat(catalog.names()).containsExactlyInAnyOrder("apple", "pear", "plum");
        assertThat(catalog.get("plum").jdbc()).isEqualTo("SELECT 'near plum'");
        assertThat(catalog.get("apple").jdbc()).isEqualTo("SELECT 'far apple'");
        assertThat(catalog.text("pear"))
                .isEqualTo("-- A comment of its own.\nSELECT 'common pear' FROM baton_pears WHERE id = :id");
        assertThat(catalog.get("pear").jdbc()).endsWith("WHERE id = ?");
    }

    @Test
    void refusesANameThatNoFileHas() {
        assertThatThrownBy(() -> catalog(List.of("near"), "fruit").get("cherry"))
                .hasMessage("no statement 'cherry' for near");
    }

    @Test
    void refusesASubjectWithoutAFile() {
        assertThatThrownBy(() -> catalog(List.of("near"), "fruit", "stones"))
                .hasMessage("no file for the subjects [stones] in /dev/baton/sql/jdbc/catalog for near");
    }

    @Test
    void refusesANameThatTwoFilesOfAFolderHave() {
        assertThatThrownBy(() -> catalog(List.of("twice"), "fruit", "trees"))
                .hasMessageContaining("'plum'")
                .hasMessageContaining("twice/trees.sql is in another file as well");
    }

    @Test
    void refusesANameTwiceInAFile() {
        assertThatThrownBy(() -> SubjectFile.parse("a.sql", "--- one\nSELECT 1\n--- one\nSELECT 2"))
                .hasMessage("a.sql has two statements under '--- one'");
    }

    @Test
    void refusesALineThatOnlyLooksLikeAHeading() {
        assertThatThrownBy(() -> SubjectFile.parse("a.sql", "---one\nSELECT 1"))
                .hasMessage("a.sql: '---one' is no heading such as '--- lease-read'");
    }
}
