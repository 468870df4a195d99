package dev.baton.jobs.worker;

import dev.baton.jobs.store.JobRows;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.List;
import java.util.UUID;
import java.util.concurrent.locks.Lock;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Claims that the database granted while its answer was lost: the rows name this process, which knows nothing of them.
 * They are given back at once; otherwise their jobs would wait until the locks are old enough to be reclaimed.
 */
record LostAnswerClaims(WorkerParts worker) {

    private static final Logger LOG = LoggerFactory.getLogger(LostAnswerClaims.class);

    private record Row(UUID id, long claimNumber) {}

    /** False if another pool of this worker is claiming: what that is granted would be taken for unknown. To be called again then. */
    boolean giveBackAll(Connection connection) throws SQLException {
        Lock alone = worker.claims().underWay().writeLock();
        if (!alone.tryLock()) {
            return false;
        }
        try {
            List<Row> rows = JobRows.readable(
                    worker.database()
                            .sql()
                            .get("mine")
                            .set("worker", worker.database().workerId()),
                    connection,
                    row -> new Row(UUID.fromString(row.getString(1)), row.getLong(2)));
            for (Row row : rows) {
                if (!worker.claims().knows(row.id(), row.claimNumber())) {
                    giveBack(connection, row);
                }
            }
            return true;
        } finally {
            alone.unlock();
        }
    }

    /** A job whose return the database refuses is skipped; it is reclaimed once its lock is too old. */
    private void giveBack(Connection connection, Row row) throws SQLException {
        try {
            int freed = worker.database()
                    .sql()
                    .get("give-back")
                    .set("id", row.id().toString())
                    .set("claim", row.claimNumber())
                    .set("worker", worker.database().workerId())
                    .update(connection);
            LOG.info("gave back {} job(s) claimed without our knowing: {}", freed, row.id());
        } catch (SQLException e) {
            if (!worker.database().dialect().isDataError(e)) {
                throw e;
            }
            LOG.error("job {}, claimed without our knowing, cannot be given back: {}", row.id(), e.getMessage());
        }
    }
}
