package dev.baton.server.store;

import static org.assertj.core.api.Assertions.assertThat;

import dev.baton.sql.Schema;
import dev.baton.sql.dialect.Dialect;
import dev.baton.sql.dialect.Dialects;
import dev.baton.sql.jdbc.SqlCatalog;
import dev.baton.sql.schema.TableNames;
import dev.baton.testkit.TestDatabase;
import dev.baton.testkit.contract.LeaseTable;
import java.sql.Connection;
import java.sql.SQLException;
import java.sql.Timestamp;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;

/** Old events go, but not the beginning of a term that lasts, nor what its role's epochs go on from. */
class EventPruningTest implements OnEveryDatabase {

    private static final Duration RETENTION = Duration.ofDays(30);
    private static final int AT_ONCE = 3;

    @Override
    public void prove(TestDatabase database) throws SQLException {
        new Schema(TableNames.DEFAULT, List.of(Schema.LEADERSHIP)).apply(database.dataSource());
        LeaseTable table = new LeaseTable(database.dataSource());
        for (long epoch = 1; epoch <= 3; epoch++) {
            event(table, "lasting", epoch, "acquired", 50 - epoch);
            event(table, "lasting", epoch, "lost", 49 - epoch);
        }
        event(table, "lasting", 4, "acquired", 46);
        for (long epoch = 1; epoch <= 5; epoch++) {
            event(table, "others", epoch, "acquired", 60 - epoch);
        }
        event(table, "changing", 1, "acquired", 50);
        event(table, "changing", 1, "lost", 2);
        event(table, "changing", 2, "acquired", 2);
        event(table, "changing", 2, "lost", 1);
        event(table, "changing", 3, "acquired", 1);

        assertThat(prune(database)).containsExactly(3, 3, 1);

        manyRoles(table);

        assertThat(prune(database))
                .as("each looks at a few roles, and the last one goes on to the end")
                .containsExactly(0, 0, 2);

        assertThat(table.term("lasting", 1)).isEmpty();
        assertThat(table.term("lasting", 2)).isEmpty();
        assertThat(table.term("lasting", 3)).containsExactly("acquired", "lost");
        assertThat(table.term("lasting", 4)).containsExactly("acquired");
        assertThat(table.term("others", 3)).isEmpty();
        assertThat(table.term("others", 4)).containsExactly("acquired");
        assertThat(table.term("changing", 1)).containsExactly("acquired", "lost");
        assertThat(table.term("changing", 2)).containsExactly("acquired", "lost");
    }

    /** As many as locks had names, and one that comes after them all with more than may stay. */
    private static void manyRoles(LeaseTable table) throws SQLException {
        for (int i = 0; i < 2 * OldEvents.ROLES_AT_ONCE; i++) {
            event(table, "order-" + i, 1, "acquired", 50);
        }
        for (long epoch = 1; epoch <= 4; epoch++) {
            event(table, "zzz", epoch, "acquired", 50);
        }
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

    /** How many went with each chunk. */
    private static List<Integer> prune(TestDatabase database) throws SQLException {
        List<Integer> chunks = new ArrayList<>();
        try (Connection connection = database.dataSource().getConnection()) {
            Dialect dialect = Dialects.of(connection);
            SqlCatalog sql = new SqlCatalog(ServerSql.SUBJECTS, dialect.folders(), TableNames.DEFAULT);
            OldRows events = OldRows.ofAudit(List.of(), RETENTION).stream()
                    .filter(rows -> rows.what().equals("election events"))
                    .findFirst()
                    .orElseThrow();
            OldRows.Chunk chunk;
            do {
                chunk = events.removal().remove(sql, connection, AT_ONCE);
                chunks.add(chunk.removed());
            } while (chunk.more());
        }
        return chunks;
    }
}
