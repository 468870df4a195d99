package dev.baton.contract;

import static org.assertj.core.api.Assertions.assertThat;

import dev.baton.Strategy;
import dev.baton.sql.Schema;
import dev.baton.sql.schema.TableNames;
import dev.baton.testkit.Cluster;
import dev.baton.testkit.H2Database;
import dev.baton.testkit.MariaDbDatabase;
import dev.baton.testkit.PostgresDatabase;
import dev.baton.testkit.TestDatabase;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.Test;

/** What is printed for a DBA leaves an empty database as the program would. */
class PrintedSchemaTest {

    @Test
    void postgres() throws Exception {
        prove(PostgresDatabase.fresh());
    }

    @Test
    void h2() throws Exception {
        prove(H2Database.fresh());
    }

    @Test
    void mariaDb() throws Exception {
        prove(MariaDbDatabase.fresh());
    }

    private static void prove(TestDatabase empty) throws Exception {
        try (TestDatabase database = empty;
                Cluster cluster = new Cluster(database.dataSource())) {
            Schema schema = new Schema(TableNames.DEFAULT, List.of(Schema.LEADERSHIP));
            Scripts.run(database, schema.print(database.dialect()));
            assertThat(schema.versions(database.dataSource())).containsEntry("baton", Schema.LEADERSHIP.version());
            var node = cluster.node("one", settings -> settings.checkSchemaOnly());
            Strategy lease = new Strategy.Lease(Duration.ofSeconds(8), Duration.ofSeconds(1), Duration.ofSeconds(1));
            assertThat(node.lead("role", lease).epoch()).isEqualTo(1);
        }
    }
}
