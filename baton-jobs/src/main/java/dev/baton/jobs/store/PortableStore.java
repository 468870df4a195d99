package dev.baton.jobs.store;

import dev.baton.jobs.ClaimToken;
import dev.baton.jobs.JobRequest;
import dev.baton.jobs.JobStatus;
import dev.baton.jobs.claim.Claim;
import dev.baton.jobs.claim.ClaimedJob;
import dev.baton.jobs.claim.Ending;
import dev.baton.jobs.claim.JobAfter;
import dev.baton.sql.dialect.Dialect;
import dev.baton.sql.jdbc.Command;
import dev.baton.sql.jdbc.SqlCatalog;
import dev.baton.sql.jdbc.Transactions;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Comparator;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.UUID;
import java.util.function.Function;

/**
 * Databases without arrays: a transaction per batch, a conditional statement per job. Where rows can be skipped that
 * others have locked, the statements' words say so; correctness rests on the conditions alone. Whatever locks several rows
 * of running jobs does so in the order of their ids, so that no two of these transactions wait for each other. Where a
 * statement can do so for many, {@link ListedStore} does.
 */
public class PortableStore implements JobStore {

    private static final int RECLAIMED_AT_ONCE = 500;

    private final SqlCatalog sql;
    private final Dialect dialect;

    PortableStore(SqlCatalog sql, Dialect dialect) {
        this.sql = sql;
        this.dialect = dialect;
    }

    /** From one queue to the next, so that no queue is read through, however much waits in it. */
    @Override
    public Lanes readLanes(Connection c, QueueLane after) throws SQLException {
        return QueueByQueue.readLanes(sql, dialect, c, after);
    }

    @Override
    public List<ClaimedJob> claimJobs(Connection connection, ClaimRequest wanted) throws SQLException {
        return Transactions.<List<ClaimedJob>, SQLException>inTransaction(
                connection, c -> takeJobs(c, wanted, findDueJobs(c, wanted)));
    }

    /** So many more are looked at as are passed over: whoever passes over none pays nothing for it. */
    @Override
    public List<ClaimedJob> findDueJobs(Connection c, ClaimRequest wanted) throws SQLException {
        Command select = sql.get("claim-select")
                .set(
                        "queues",
                        listed(wanted.lanes().stream().map(QueueLane::queue).toList()))
                .set("handlers", listed(wanted.handlers()))
                .set("capabilities", listed(wanted.capabilities()))
                .set("wanted", wanted.atMost() + wanted.passedOver().size());
        from(select, wanted.after());
        return JobRows.readable(select, c, PortableStore::candidate).stream()
                .filter(job -> !wanted.passedOver().contains(job.id()))
                .limit(wanted.atMost())
                .toList();
    }

    /** Where the statement asks for it. */
    private static void from(Command select, Reached after) {
        select.set("from_first", after == null ? 1 : 0)
                .set("after_priority", after == null ? 0 : after.priority())
                .set("after_us", after == null ? 0L : micros(after.time()))
                .set("after_id", after == null ? FIRST_ID : after.id().toString());
    }

    /** Those of the candidates that could be taken. */
    List<ClaimedJob> takeJobs(Connection c, ClaimRequest wanted, List<ClaimedJob> candidates) throws SQLException {
        List<ClaimedJob> taken = new ArrayList<>();
        for (ClaimedJob job : candidates) {
            if (takeJob(c, wanted, job)) {
                taken.add(job);
            }
        }
        return taken;
    }

    @Override
    public boolean takeJob(Connection c, ClaimRequest wanted, ClaimedJob found) throws SQLException {
        return takeJob(sql, c, wanted, found);
    }

    /** The same on every database. */
    static boolean takeJob(SqlCatalog sql, Connection c, ClaimRequest wanted, ClaimedJob found) throws SQLException {
        Command take = sql.get("claim-take").set("id", found.id().toString());
        return takenBy(take, wanted, found.claimNumber()).update(c) == 1;
    }

    /** @param claim the number that the claim will have */
    static Command takenBy(Command take, ClaimRequest wanted, long claim) {
        return take.set("worker", wanted.worker())
                .set("min_lock_ms", wanted.minLockMillis())
                .set("claim", claim - 1);
    }

    /** Names between commas; no name has one. */
    public static String listed(Collection<String> names) {
        return "," + String.join(",", names) + ",";
    }

    /** The row as it will be once it is taken. */
    static ClaimedJob candidate(ResultSet row) throws SQLException {
        Long maxAttempts = number(row, "max_attempts");
        return new ClaimedJob(
                UUID.fromString(row.getString("id")),
                row.getString("job_name"),
                row.getString("handler"),
                row.getString("queue"),
                row.getInt("priority"),
                row.getString("payload"),
                row.getLong("claim_number") + 1,
                row.getInt("attempt") + 1,
                maxAttempts == null ? null : maxAttempts.intValue(),
                row.getString("retry"),
                number(row, "timeout_ms"),
                row.getLong("lock_timeout_ms"),
                number(row, "interval_ms"),
                row.getString("unique_key") != null,
                Command.instant(row, "next_run_time"),
                Command.instant(row, "scheduled_for"),
                Command.instant(row, "started_at"),
                row.getString("traceparent"));
    }

    private static Long number(ResultSet row, String column) throws SQLException {
        long value = row.getLong(column);
        return row.wasNull() ? null : value;
    }

    @Override
    public List<Ending> writeEndings(Connection connection, String worker, List<Ending> endings) throws SQLException {
        return Transactions.<List<Ending>, SQLException>inTransaction(
                connection,
                c -> finishRuns(
                        c, worker, inOrder(endings, ending -> ending.claim().token())));
    }

    /**
     * Those that were refused.
     *
     * @param endings in the order in which their rows are to be locked
     */
    List<Ending> finishRuns(Connection c, String worker, List<Ending> endings) throws SQLException {
        List<Ending> refused = new ArrayList<>();
        for (Ending ending : endings) {
            boolean mine = token(sql.get("claim-end").plain(), ending.claim().token())
                    .first(c, row -> true)
                    .orElse(false);
            if (mine ? !finishLocked(c, ending) : !finishedAlready(c, ending)) {
                refused.add(ending);
            }
        }
        return refused;
    }

    /** As every database orders ids that lists are in: {@link UUID} itself takes the upper half of them for negative. */
    private static <T> List<T> inOrder(List<T> rows, Function<T, ClaimToken> token) {
        return rows.stream()
                .sorted(Comparator.comparing(row -> token.apply(row).jobId().toString()))
                .toList();
    }

    /** Of a claim whose row is locked. */
    private boolean finishLocked(Connection c, Ending ending) throws SQLException {
        ClaimToken token = ending.claim().token();
        if (!ending.outcome().isEmpty()) {
            record(c, token, ending.outcomeLabel(), ending.error());
        }
        Command command = ending.jobAfter() instanceof JobAfter.Kept job
                ? kept(sql.get("finish-update").plain(), job, ending)
                : sql.get("finish-delete").plain();
        return token(command, token).update(c) == 1;
    }

    static Command kept(Command command, JobAfter.Kept job, Ending ending) {
        return command.set("status", job.status().label())
                .set("attempt", job.attempt())
                .set("base", job.nextTime().label())
                .set("delay_ms", job.delayMillis())
                .set("pause_ms", job.pauseMillis())
                .set("outcome", ending.outcomeLabel())
                .set("error", ending.error());
    }

    boolean finishedAlready(Connection c, Ending ending) throws SQLException {
        return token(
                        sql.get("finished-already").set("outcome", ending.outcomeLabel()),
                        ending.claim().token())
                .first(c, row -> true)
                .orElse(false);
    }

    private void record(Connection c, ClaimToken token, String outcome, String error) throws SQLException {
        token(sql.get("run-insert").set("outcome", outcome).set("error", error), token)
                .update(c);
    }

    private static Command token(Command command, ClaimToken token) {
        return command.set("id", token.jobId().toString())
                .set("claim", token.claimNumber())
                .set("worker", token.holderId());
    }

    @Override
    public HeartbeatAnswer sendHeartbeats(Connection connection, String worker, List<Claim> claims)
            throws SQLException {
        return Transactions.<HeartbeatAnswer, SQLException>inTransaction(connection, c -> {
            Map<UUID, Boolean> confirmed = new HashMap<>();
            Set<UUID> untouched = new HashSet<>();
            for (Claim claim : inOrder(claims, Claim::token)) {
                ClaimToken token = claim.token();
                var cancel = token(sql.get("beat-lock").plain(), token).first(c, row -> row.getBoolean(1));
                if (cancel.isPresent()) {
                    token(sql.get("beat").set("progress", claim.progress()), token)
                            .update(c);
                    confirmed.put(token.jobId(), cancel.get());
                } else if (token(sql.get("still-mine").plain(), token)
                        .first(c, row -> true)
                        .isPresent()) {
                    untouched.add(token.jobId());
                }
            }
            return new HeartbeatAnswer(confirmed, untouched);
        });
    }

    @Override
    public Set<ClaimToken> findCancelled(Connection c, String worker, List<Claim> claims) throws SQLException {
        return cancelled(sql.get("cancel-asked").plain(), c, worker);
    }

    /** The same on every database. */
    static Set<ClaimToken> cancelled(Command asked, Connection c, String worker) throws SQLException {
        return Set.copyOf(asked.set("worker", worker)
                .all(c, row -> new ClaimToken(UUID.fromString(row.getString(1)), worker, row.getLong(2))));
    }

    @Override
    public StaleClaims findStaleClaims(Connection c, String from) throws SQLException {
        return staleClaims(sql, c, from);
    }

    /** The same on every database. What cannot be read counts for where the next ones begin. */
    static StaleClaims staleClaims(SqlCatalog sql, Connection c, String from) throws SQLException {
        List<StaleClaim> claims = new ArrayList<>();
        List<String> ids = sql.get("reclaim-select")
                .set("from", from)
                .set("at_most", RECLAIMED_AT_ONCE)
                .all(c, row -> {
                    StaleClaim claim = JobRows.readable(row, PortableStore::staleClaim);
                    if (claim != null) {
                        claims.add(claim);
                    }
                    return row.getString("id");
                });
        return new StaleClaims(claims, ids.size() < RECLAIMED_AT_ONCE ? FIRST_ID : ids.get(ids.size() - 1));
    }

    @Override
    public List<Reclaimed> reclaimJobs(Connection connection, List<StaleClaim> stale) throws SQLException {
        if (!connection.getAutoCommit()) {
            return reclaimHere(connection, stale);
        }
        return Transactions.<List<Reclaimed>, SQLException>inTransaction(connection, c -> reclaimHere(c, stale));
    }

    private List<Reclaimed> reclaimHere(Connection c, List<StaleClaim> stale) throws SQLException {
        List<Reclaimed> freed = new ArrayList<>();
        for (StaleClaim row : inOrder(stale, StaleClaim::token)) {
            if (isHeld(c, row)) {
                continue;
            }
            int updated = sql.get("reclaim-free")
                    .set("status", row.after().label())
                    .set("cancelled", row.cancelled() ? 1 : 0)
                    .set("error", "the worker " + row.lockedBy() + " did not renew its lock")
                    .set("id", row.id().toString())
                    .set("claim", row.claim())
                    .update(c);
            if (updated == 1) {
                record(c, row.token(), "reclaimed", "its worker did not renew its lock");
                freed.add(new Reclaimed(row.id(), row.job(), row.after(), row.lockedBy(), row.claim()));
            }
        }
        return freed;
    }

    /** Whether another transaction has locked it, or it is not what was seen any more. */
    private boolean isHeld(Connection c, StaleClaim row) throws SQLException {
        return sql.get("reclaim-lock")
                .set("id", row.id().toString())
                .set("claim", row.claim())
                .first(c, found -> true)
                .isEmpty();
    }

    private static StaleClaim staleClaim(ResultSet row) throws SQLException {
        boolean cancelled = row.getBoolean("cancel_requested");
        return new StaleClaim(
                UUID.fromString(row.getString("id")),
                row.getString("job_name"),
                row.getLong("claim_number"),
                row.getString("locked_by"),
                cancelled,
                afterReclaim(row, cancelled));
    }

    private static JobStatus afterReclaim(ResultSet row, boolean cancelled) throws SQLException {
        if (number(row, "interval_ms") != null || row.getString("cron") != null) {
            return JobStatus.SCHEDULED;
        }
        Long attempts = number(row, "max_attempts");
        boolean dead = attempts != null && row.getInt("attempt") >= attempts;
        return cancelled ? JobStatus.CANCELLED : dead ? JobStatus.DEAD : JobStatus.SCHEDULED;
    }

    /** From the oldest on, as far as so many of them reach: a microsecond after the last. */
    @Override
    public List<RunSum> takeOldRuns(Connection c, long beforeMicros, int atMost) throws SQLException {
        Long last = sql.get("compact-until")
                .set("before_us", beforeMicros)
                .set("at_most", atMost)
                .first(c, row -> number(row, "until_us"))
                .orElse(null);
        if (last == null) {
            return List.of();
        }
        long until = Math.min(beforeMicros, last + 1);
        List<RunSum> sums = sql.get("compact-read").set("before_us", until).all(c, JobRows::runSum);
        sql.get("compact-delete").set("before_us", until).run(c);
        return sums;
    }

    @Override
    public int insertJobs(Connection connection, List<NewJob> jobs) throws SQLException {
        if (!connection.getAutoCommit()) {
            return enqueueHere(connection, jobs);
        }
        return Transactions.<Integer, SQLException>inTransaction(connection, c -> enqueueHere(c, jobs));
    }

    int enqueueHere(Connection c, List<NewJob> jobs) throws SQLException {
        int stored = 0;
        for (NewJob job : jobs) {
            try {
                stored += insertion(sql.get("enqueue-one").plain(), 1, job).update(c);
            } catch (SQLException e) {
                if (job.request().uniqueKey() == null || !dialect.isDuplicateKey(e)) {
                    throw e;
                }
            }
        }
        return stored;
    }

    /** @param place of the job in a list */
    static Command insertion(Command command, int place, NewJob job) {
        JobRequest request = job.request();
        return command.set(place, "id", job.id().toString())
                .set(place, "job", request.job())
                .set(place, "handler", request.handler())
                .set(place, "queue", job.queue())
                .set(place, "priority", request.priority())
                .set(place, "payload", job.payload())
                .set(place, "now", request.runAt() == null ? 1 : 0)
                .set(place, "run_at", request.runAt() == null ? 0L : micros(request.runAt()))
                .set(place, "lock_ms", job.lockTimeoutMillis())
                .set(place, "timeout_ms", job.timeoutMillis())
                .set(place, "max_attempts", job.maxAttempts())
                .set(place, "retry", job.retry())
                .set(place, "unique_key", request.uniqueKey())
                .set(place, "capability", request.capability())
                .set(place, "traceparent", job.traceparent());
    }

    /** By hand: {@code ChronoUnit} goes by nanoseconds, which end in the year 2262. */
    public static long micros(Instant time) {
        return Math.addExact(Math.multiplyExact(time.getEpochSecond(), 1_000_000L), time.getNano() / 1_000);
    }
}
