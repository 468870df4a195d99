package dev.baton.bench.submissions;

import dev.baton.bench.Pause;
import dev.baton.bench.postgres.DurablePostgres;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;

/**
 * The least that has to be written for an attempt: rows are claimed in one transaction, and their ends and audit rows written in
 * another, without any of the rest.
 */
final class FloorWork {

    private static final String CLAIM = "UPDATE floor_work w SET attempt_count = attempt_count + 1, in_flight = true,"
            + " started_at = clock_timestamp() WHERE intent_id IN (SELECT intent_id FROM floor_work"
            + " WHERE status = 'pending' AND NOT in_flight ORDER BY next_attempt_at, intent_id LIMIT ?"
            + " FOR UPDATE SKIP LOCKED) RETURNING intent_id, payload";
    private static final String RESULT = "WITH done AS (UPDATE floor_work SET status = 'accepted', in_flight = false,"
            + " completed_at = clock_timestamp() WHERE intent_id = ANY(?::text[]) RETURNING intent_id, started_at)"
            + " INSERT INTO floor_attempts SELECT intent_id, 1, started_at, clock_timestamp(), 'accepted' FROM done";

    private FloorWork() {}

    static void create(DurablePostgres postgres) throws SQLException {
        postgres.execute(
                "CREATE TABLE floor_work (intent_id varchar(200) COLLATE \"C\" PRIMARY KEY, payload bytea,"
                        + " contract text, status varchar(16) DEFAULT 'pending', attempt_count int DEFAULT 0,"
                        + " in_flight boolean DEFAULT false, started_at timestamptz,"
                        + " next_attempt_at timestamptz DEFAULT clock_timestamp(), completed_at timestamptz)",
                "CREATE INDEX floor_work_due ON floor_work (next_attempt_at, intent_id)"
                        + " WHERE status = 'pending' AND NOT in_flight",
                "CREATE TABLE floor_attempts (intent_id varchar(200) COLLATE \"C\", attempt_number int,"
                        + " started_at timestamptz, finished_at timestamptz, outcome varchar(16),"
                        + " PRIMARY KEY (intent_id, attempt_number))");
    }

    /** So many rows to do, like the intent that is there as a model. */
    static void refill(DurablePostgres postgres, int rows) throws SQLException {
        postgres.execute(
                "TRUNCATE floor_work, floor_attempts",
                "INSERT INTO floor_work (intent_id, payload, contract) SELECT 'f-' || n, payload, contract"
                        + " FROM (SELECT payload, contract FROM submission_intents WHERE intent_id LIKE 'model%' LIMIT 1)"
                        + " model, generate_series(1, " + rows + ") n",
                "ANALYZE floor_work",
                "CHECKPOINT");
    }

    /**
     * Does what there is, some at once.
     *
     * @param gateway how long the calls take that are made between the two transactions
     */
    static void doAll(Connection connection, int atOnce, Duration gateway) throws InterruptedException, SQLException {
        for (String[] ids = claim(connection, atOnce); ids.length > 0; ids = claim(connection, atOnce)) {
            if (!gateway.isZero()) {
                Pause.of(gateway);
            }
            try (PreparedStatement result = connection.prepareStatement(RESULT)) {
                result.setArray(1, connection.createArrayOf("text", ids));
                result.executeUpdate();
            }
        }
    }

    private static String[] claim(Connection connection, int atOnce) throws SQLException {
        List<String> ids = new ArrayList<>();
        try (PreparedStatement claim = connection.prepareStatement(CLAIM)) {
            claim.setInt(1, atOnce);
            try (ResultSet rows = claim.executeQuery()) {
                while (rows.next()) {
                    rows.getBytes(2);
                    ids.add(rows.getString(1));
                }
            }
        }
        return ids.toArray(String[]::new);
    }
}
