package dev.baton.server.store;

import static org.assertj.core.api.Assertions.assertThat;

import dev.baton.sql.Schema;
import dev.baton.sql.dialect.Dialect;
import dev.baton.sql.dialect.Dialects;
import dev.baton.sql.jdbc.SqlCatalog;
import dev.baton.sql.jdbc.TableNames;
import dev.baton.testkit.TestDatabase;
import dev.baton.testkit.contract.LeaseTable;
import java.sql.Connection;
import java.sql.SQLException;
import java.sql.Timestamp;
import java.time.Duration;
import java.time.Instant;
import java.util.List;

/** Old events go, but not the beginning of a term that lasts, nor what its role's epochs go on from. */
class EventPruningTest implements OnEveryDatabase {

    private static final Duration RETENTION = Duration.ofDays(30);

    @Override
    public void prove(TestDatabase database) throws SQLException {
        new Schema(TableNames.DEFAULT, List.of(Schema.LEADERSHIP)).apply(database.dataSource());
        LeaseTable table = new LeaseTable(database.dataSource());
        for (long epoch = 1; epoch <= 3; epoch++) {
            event(table, "lasting", epoch, "acquired", 50 - epoch);
            event(table, "lasting", epoch, "lost", 49 - epoch);
        }
        event(table, "lasting", 4, "acquired", 46);
        event(table, "changing", 1, "acquired", 50);
        event(table, "changing", 1, "lost", 2);
        event(table, "changing", 2, "acquired", 2);

        prune(database);

        assertThat(table.term("lasting", 1)).isEmpty();
        assertThat(table.term("lasting", 2)).isEmpty();
        assertThat(table.term("lasting", 3)).containsExactly("acquired", "lost");
        assertThat(table.term("lasting", 4)).containsExactly("acquired");
        assertThat(table.term("changing", 1)).containsExactly("acquired", "lost");
        assertThat(table.term("changing", 2)).containsExactly("acquired");
    }

    private static void event(LeaseTable table, String role, long epoch, String event, long daysAgo)
            throws SQLException {
        table.update(
                "INSERT INTO baton_leader_events (lease_name, lease_epoch, holder_id, node_id, event, reason, at)"
                        + " VALUES (?, ?, 'a', 'a', ?, '', ?)",
                role,
                epoch,
                event,
                Timestamp.from(Instant.now().minus(Duration.ofDays(daysAgo))));
    }

    private static void prune(TestDatabase database) throws SQLException {
        try (Connection connection = database.dataSource().getConnection()) {
            Dialect dialect = Dialects.of(connection);
            new SqlCatalog(ServerSql.SUBJECTS, dialect.folders(), TableNames.DEFAULT)
                    .get("prune-events")
                    .set("age_ms", RETENTION.toMillis())
                    .update(connection);
        }
    }
}
