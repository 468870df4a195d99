package dev.baton.server.store;

import static java.nio.charset.StandardCharsets.UTF_8;

import dev.baton.LeaderToken;
import dev.baton.sql.dialect.Dialect;
import dev.baton.sql.dialect.Dialects;
import dev.baton.sql.jdbc.Command;
import dev.baton.sql.jdbc.SqlCatalog;
import dev.baton.sql.jdbc.SqlSubjects;
import dev.baton.sql.jdbc.Transactions;
import dev.baton.sql.schema.TableNames;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.List;
import java.util.Optional;
import java.util.UUID;
import javax.sql.DataSource;

/**
 * What the first programs wrote, with their statements, which lie beside this test's resources and are never changed: on PostgreSQL over
 * arrays, elsewhere row by row. One that somebody was in the way of is tried again, as they did.
 */
final class FormerProgram {

    /** Its jobs, which no node of today has a handler for. */
    static final String HANDLER = "former";

    static final String WORKER = "former-1-cccccccc";

    private static final SqlSubjects SUBJECTS = new SqlSubjects(
            FormerProgram.class, "/dev/baton/server/store/former", List.of("submissions", "jobs", "operations"));
    private static final byte[] PAYLOAD = "{\"to\":\"x\"}".getBytes(UTF_8);
    private static final int TRIES = 100;

    private final DataSource source;
    private final Dialect dialect;
    private final SqlCatalog sql;
    private final boolean arrays;

    FormerProgram(DataSource source) throws SQLException {
        this.source = source;
        try (Connection connection = source.getConnection()) {
            this.dialect = Dialects.of(connection);
        }
        this.sql = new SqlCatalog(SUBJECTS, dialect.folders(), TableNames.DEFAULT);
        this.arrays = dialect.folder().equals("postgresql");
    }

    /** A job that it has claimed. */
    record Taken(UUID job, long claim) {}

    private <T> T inTransaction(Transactions.Body<T, SQLException> body) throws SQLException {
        for (int tries = 1; ; tries++) {
            try (Connection connection = source.getConnection()) {
                return Transactions.inTransaction(connection, body);
            } catch (SQLException e) {
                if (tries == TRIES || !dialect.isTransient(e)) {
                    throw e;
                }
            }
        }
    }

    /** @return whether it was new */
    boolean accept(String intentId) throws SQLException {
        return inTransaction(c -> {
            Command insert = sql.get(arrays ? "accept-one" : "accept-row")
                    .set("intent_id", intentId)
                    .set("submission_target", "good")
                    .set("payload", PAYLOAD)
                    .set("payload_hash", sha256(PAYLOAD))
                    .set("contract", OldTables.CONTRACT)
                    .set("gateway", "good")
                    .set("traceparent", null)
                    .set("webhook_status", null)
                    .set("max_acceptance_ms", null);
            return arrays ? insert.first(c, row -> true).isPresent() : insert.update(c) == 1;
        });
    }

    private static byte[] sha256(byte[] bytes) {
        try {
            return MessageDigest.getInstance("SHA-256").digest(bytes);
        } catch (NoSuchAlgorithmException e) {
            throw new IllegalStateException("every Java has SHA-256", e);
        }
    }

    /** @return whether there was something to cancel */
    boolean cancel(String intentId, String actor) throws SQLException {
        return inTransaction(c -> {
            if (arrays) {
                return sql.get("cancel")
                        .set("intent_id", intentId)
                        .set("actor", actor)
                        .first(c, row -> true)
                        .isPresent();
            }
            boolean cancelled = sql.get("cancel-row").set("intent_id", intentId).update(c) == 1;
            sql.get("audit-row")
                    .set("actor", actor)
                    .set("action", "cancel")
                    .set("intent_id", intentId)
                    .update(c);
            return cancelled;
        });
    }

    /** In a transaction that is fenced. */
    boolean start(Connection c, LeaderToken token, String intentId, int attemptsBefore) throws SQLException {
        Command start = sql.get(arrays ? "start" : "start-row")
                .set("epoch", token.epoch())
                .set("holder", token.holderId());
        return arrays
                ? start.set("intent_id", new String[] {intentId})
                        .set("attempt_count", new Integer[] {attemptsBefore})
                        .first(c, row -> true)
                        .isPresent()
                : start.set("intent_id", intentId)
                                .set("attempt_count", attemptsBefore)
                                .update(c)
                        == 1;
    }

    /** Ends an attempt that it has started, which the far side refused for now; in a transaction that is fenced. */
    boolean finish(Connection c, LeaderToken token, String intentId, int number) throws SQLException {
        return arrays ? finishSet(c, token, intentId, number) : finishRow(c, token, intentId, number);
    }

    private boolean finishSet(Connection c, LeaderToken token, String intentId, int number) throws SQLException {
        return sql.get("finish")
                .set("epoch", token.epoch())
                .set("holder", token.holderId())
                .set("intent_id", new String[] {intentId})
                .set("number", new Integer[] {number})
                .set("outcome", new String[] {"rejected"})
                .set("reason", new String[] {"provider_failure"})
                .set("error", new String[] {null})
                .set("ends_as", new String[] {""})
                .set("ends_reason", new String[] {""})
                .set("retry_ms", new Long[] {100L})
                .set("counted", new Integer[] {1})
                .set("definite", new Boolean[] {true})
                .set("deadline", new String[] {null})
                .set("begun", new Boolean[] {true})
                .first(c, row -> row.getString("status").equals("pending"))
                .orElse(false);
    }

    private boolean finishRow(Connection c, LeaderToken token, String intentId, int number) throws SQLException {
        int finished = sql.get("finish-row")
                .set("epoch", token.epoch())
                .set("holder", token.holderId())
                .set("intent_id", intentId)
                .set("count_before", number)
                .set("begun", true)
                .set("number", number)
                .set("verdict", "pending")
                .set("rejected_reason", null)
                .set("exhausted_reason", null)
                .set("retry_ms", 100L)
                .set("counted", 1)
                .set("definite", 1)
                .update(c);
        if (finished == 1) {
            sql.get("attempt-row")
                    .set("intent_id", intentId)
                    .set("number", number)
                    .set("outcome", "rejected")
                    .set("reason", "provider_failure")
                    .set("error", null)
                    .update(c);
        }
        return finished == 1;
    }

    void enqueue(UUID id, String job, String handler) throws SQLException {
        inTransaction(c -> arrays ? enqueueSet(c, id, job, handler) : enqueueRow(c, id, job, handler));
    }

    private int enqueueSet(Connection c, UUID id, String job, String handler) throws SQLException {
        return sql.get("enqueue-many")
                .set("ids", new String[] {id.toString()})
                .set("names", new String[] {job})
                .set("handlers", new String[] {handler})
                .set("queues", new String[] {"default"})
                .set("priorities", new Integer[] {0})
                .set("payloads", new String[] {"{\"delayMillis\": 1}"})
                .set("times", new String[] {null})
                .set("locks", new Long[] {120_000L})
                .set("timeouts", new Long[] {null})
                .set("attempts", new Integer[] {5})
                .set("retries", new String[] {null})
                .set("keys", new String[] {null})
                .set("capabilities", new String[] {null})
                .set("traceparents", new String[] {null})
                .update(c);
    }

    private int enqueueRow(Connection c, UUID id, String job, String handler) throws SQLException {
        return sql.get("enqueue-one")
                .set("id", id.toString())
                .set("job", job)
                .set("handler", handler)
                .set("queue", "default")
                .set("priority", 0)
                .set("payload", "{\"delayMillis\": 1}")
                .set("now", 1)
                .set("run_at", 0L)
                .set("lock_ms", 120_000L)
                .set("timeout_ms", null)
                .set("max_attempts", 5)
                .set("retry", null)
                .set("unique_key", null)
                .set("capability", null)
                .set("traceparent", null)
                .update(c);
    }

    /** One of its jobs that is due. */
    Optional<Taken> claim() throws SQLException {
        return inTransaction(c -> arrays ? claimSet(c) : claimRow(c));
    }

    private Optional<Taken> claimSet(Connection c) throws SQLException {
        return sql.get("claim")
                .set("worker", WORKER)
                .set("min_lock_ms", 60_000L)
                .set("queues", new String[] {"default"})
                .set("priorities", new Integer[] {0})
                .set("froms", new String[] {"-infinity"})
                .set("handlers", new String[] {HANDLER})
                .set("capabilities", new String[] {})
                .set("wanted", 1)
                .first(c, row -> new Taken(row.getObject(1, UUID.class), row.getLong("claim_number")));
    }

    private Optional<Taken> claimRow(Connection c) throws SQLException {
        Optional<Taken> candidate = sql.get("claim-select")
                .set("queues", ",default,")
                .set("handlers", "," + HANDLER + ",")
                .set("capabilities", ",,")
                .set("wanted", 1)
                .first(c, row -> new Taken(UUID.fromString(row.getString("id")), row.getLong("claim_number")));
        if (candidate.isEmpty()) {
            return Optional.empty();
        }
        int taken = sql.get("claim-take")
                .set("worker", WORKER)
                .set("min_lock_ms", 60_000L)
                .set("id", candidate.get().job().toString())
                .set("claim", candidate.get().claim())
                .update(c);
        return candidate.filter(one -> taken == 1).map(one -> new Taken(one.job(), one.claim() + 1));
    }

    /**
     * Says that a job is done.
     *
     * @return false if it is refused, because the claim is gone
     */
    boolean end(Taken taken) throws SQLException {
        return inTransaction(c -> arrays ? endSet(c, taken) : endRow(c, taken));
    }

    private boolean endSet(Connection c, Taken taken) throws SQLException {
        return sql.get("finish-done")
                        .set("ids", new String[] {taken.job().toString()})
                        .set("claim", taken.claim())
                        .set("worker", WORKER)
                        .first(c, row -> row.getInt(1))
                        .orElseThrow()
                == 1;
    }

    private boolean endRow(Connection c, Taken taken) throws SQLException {
        if (claimed("claim-end", taken).first(c, row -> true).isEmpty()) {
            return false;
        }
        claimed("run-insert", taken)
                .set("outcome", "completed")
                .set("error", null)
                .update(c);
        return claimed("finish-delete", taken).update(c) == 1;
    }

    private Command claimed(String statement, Taken taken) {
        return sql.get(statement)
                .set("id", taken.job().toString())
                .set("claim", taken.claim())
                .set("worker", WORKER);
    }

    /** Asks a process for something. */
    void ask(UUID id, String holder, String action, String role) throws SQLException {
        inTransaction(c -> sql.get("command-insert")
                .set("id", id.toString())
                .set("holder", holder)
                .set("action", action)
                .set("role", role)
                .set("argument", "")
                .update(c));
    }

    /** Writes down who asked for what. */
    void note(String actor, String action, String subject) throws SQLException {
        inTransaction(c -> sql.get("audit-insert")
                .set("actor", actor)
                .set("node", "former")
                .set("action", action)
                .set("subject", subject)
                .set("outcome", "done")
                .update(c));
    }
}
