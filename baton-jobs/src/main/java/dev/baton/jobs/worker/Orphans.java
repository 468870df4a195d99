package dev.baton.jobs.worker;

import java.sql.Connection;
import java.sql.SQLException;
import java.util.List;
import java.util.UUID;
import java.util.concurrent.locks.Lock;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Claims that were granted while their answer was lost: ours in the database, unknown to us. Given back at once, instead
 * of being reclaimed when their lock is old.
 */
record Orphans(Worker worker) {

    private static final Logger LOG = LoggerFactory.getLogger(Orphans.class);

    private record Row(UUID id, long claimNumber) {}

    void free(Connection connection) throws SQLException {
        Lock alone = worker.claims().underWay().writeLock();
        if (!alone.tryLock()) {
            return; // another pool is claiming: reclaiming will do
        }
        try {
            List<Row> rows = worker.base()
                    .sql()
                    .get("mine")
                    .set("worker", worker.base().worker())
                    .all(connection, row -> new Row(UUID.fromString(row.getString(1)), row.getLong(2)));
            for (Row row : rows) {
                if (!worker.claims().knows(row.id(), row.claimNumber())) {
                    free(connection, row);
                }
            }
        } finally {
            alone.unlock();
        }
    }

    private void free(Connection connection, Row row) throws SQLException {
        int freed = worker.base()
                .sql()
                .get("give-back")
                .set("id", row.id().toString())
                .set("claim", row.claimNumber())
                .set("worker", worker.base().worker())
                .written(connection);
        LOG.info("gave back {} job(s) claimed without our knowing: {}", freed, row.id());
    }
}
