package dev.baton.testkit.contract;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.baton.SetupRefusedException;
import dev.baton.sql.Baton;
import dev.baton.sql.Schema;
import dev.baton.sql.schema.TableNames;
import dev.baton.testkit.Cluster;
import dev.baton.testkit.Node;
import dev.baton.testkit.TestDatabase;
import java.util.List;
import org.junit.jupiter.api.Test;

/** The schema appears by itself, once, and a program that does not fit it refuses. */
public interface SchemaContract extends Contract {

    private static Schema schema() {
        return new Schema(TableNames.DEFAULT, List.of(Schema.LEADERSHIP));
    }

    @Test
    default void onlyCheckingAnEmptyDatabaseIsRefused() {
        try (TestDatabase empty = database().another()) {
            assertThatThrownBy(
                            () -> Baton.on(empty.dataSource()).checkSchemaOnly().start())
                    .isInstanceOf(SetupRefusedException.class)
                    .hasMessageContaining("is at version 0")
                    .hasMessageContaining("printed");
        }
    }

    @Test
    default void onlyCheckingAnAppliedSchemaStarts() throws Exception {
        try (TestDatabase empty = database().another()) {
            schema().apply(empty.dataSource());
            schema().apply(empty.dataSource());
            assertThatCode(() -> Baton.on(empty.dataSource())
                            .checkSchemaOnly()
                            .start()
                            .close())
                    .doesNotThrowAnyException();
        }
    }

    @Test
    default void schemaThatNeedsANewerProgramIsRefused() throws Exception {
        try (TestDatabase newer = installed(99, 99)) {
            assertThatThrownBy(() -> Baton.start(newer.dataSource()))
                    .isInstanceOf(SetupRefusedException.class)
                    .hasMessageContaining("version 99")
                    .hasMessageContaining("upgrade the program");
            assertThatThrownBy(
                            () -> Baton.on(newer.dataSource()).checkSchemaOnly().start())
                    .isInstanceOf(SetupRefusedException.class);
        }
    }

    /** Rolling upgrades and roll-backs rest on this. */
    @Test
    default void newerSchemaThatStillCarriesThisProgramIsFine() throws Exception {
        try (TestDatabase newer = installed(99, 1);
                Cluster old = new Cluster(newer::dataSource)) {
            assertThat(old.node("old").lead(role(), lease()).epoch()).isEqualTo(1);
        }
    }

    private TestDatabase installed(int version, int oldestProgram) throws Exception {
        TestDatabase newer = database().another();
        schema().apply(newer.dataSource());
        new LeaseTable(newer.dataSource())
                .update(
                        "INSERT INTO baton_schema (component, version, oldest_program, name)"
                                + " VALUES ('baton', ?, ?, 'from the future')",
                        version,
                        oldestProgram);
        return newer;
    }

    @Test
    default void tablesMayHaveAnotherPrefix() throws Exception {
        try (TestDatabase empty = database().another();
                Cluster renamed = new Cluster(empty::dataSource)) {
            Node node = renamed.node("one", settings -> settings.tables(new TableNames("", "other_")));
            node.lead(role(), lease());
            assertThat(new LeaseTable(empty.dataSource())
                            .rows("SELECT lease_epoch FROM other_leases", r -> r.getLong(1)))
                    .containsExactly(1L);
        }
    }
}
