package dev.baton.jobs.store;

import dev.baton.jobs.ClaimToken;
import dev.baton.jobs.JobStatus;
import dev.baton.jobs.claim.Claim;
import dev.baton.jobs.claim.ClaimedJob;
import dev.baton.jobs.claim.Ending;
import dev.baton.jobs.claim.JobAfter;
import dev.baton.sql.jdbc.Command;
import dev.baton.sql.jdbc.PostgresDriver;
import dev.baton.sql.jdbc.SqlCatalog;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.Duration;
import java.time.Instant;
import java.time.OffsetDateTime;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.UUID;
import java.util.function.Function;
import java.util.stream.Collectors;

/** PostgreSQL: every verb is one statement over arrays, however many jobs. */
final class PostgresStore implements JobStore {

    /** How many are found within a few milliseconds. */
    private static final int LANES = 500;

    /**
     * As long as endings wait for a row that somebody has locked. Less than the network does: a session that is cut off would wait on,
     * and keep the rows of the others locked.
     */
    private static final Duration LOCK_WAIT = Duration.ofSeconds(10);

    /** Of the times that are written by both as {@link Instant} writes them. */
    private static final Instant EARLIEST = Instant.parse("0001-01-01T00:00:00Z");

    private static final Instant LATEST = Instant.parse("9999-12-31T23:59:59Z");

    private final SqlCatalog sql;
    private final PostgresCopy copy;

    PostgresStore(SqlCatalog sql) {
        this.sql = sql;
        this.copy = new PostgresCopy(sql);
    }

    @Override
    public Lanes readLanes(Connection connection, QueueLane after) throws SQLException {
        List<QueueLane> lanes = sql.get("lanes")
                .set("queue", after.queue())
                .set("priority", after.priority())
                .set("at_most", LANES)
                .all(connection, row -> {
                    long dueIn = row.getLong(3);
                    return new QueueLane(row.getString(1), row.getInt(2), row.wasNull() ? null : dueIn);
                });
        return Lanes.of(lanes, LANES);
    }

    @Override
    public List<ClaimedJob> claimJobs(Connection c, ClaimRequest wanted) throws SQLException {
        return dueJobs(c, sql.get("claim").set("worker", wanted.worker()), wanted)
                .set("min_lock_ms", wanted.minLockMillis())
                .all(c, PostgresStore::claimed);
    }

    @Override
    public List<ClaimedJob> findDueJobs(Connection c, ClaimRequest wanted) throws SQLException {
        return JobRows.readable(dueJobs(c, sql.get("claim-look").plain(), wanted), c, PortableStore::candidate);
    }

    @Override
    public boolean takeJob(Connection c, ClaimRequest wanted, ClaimedJob found) throws SQLException {
        return PortableStore.takeJob(sql, c, wanted, found);
    }

    /** Which jobs it is about. */
    private static Command dueJobs(Connection c, Command command, ClaimRequest wanted) throws SQLException {
        return command.set("queues", texts(c, wanted.lanes(), QueueLane::queue))
                .set("priorities", ints(c, wanted.lanes(), QueueLane::priority))
                .set("froms", texts(c, wanted.from(), PostgresStore::timeOrInfinity))
                .set("handlers", c.createArrayOf("text", wanted.handlers().toArray()))
                .set(
                        "capabilities",
                        c.createArrayOf("text", wanted.capabilities().toArray()))
                .set("passed_over", texts(c, "uuid", List.copyOf(wanted.passedOver()), UUID::toString))
                .set("wanted", wanted.atMost());
    }

    /** What somebody wrote by hand may be earlier than the driver can tell, or the server read. */
    private static String timeOrInfinity(Instant time) {
        return time == null || time.isBefore(EARLIEST) ? "-infinity" : withinBounds(time);
    }

    private static String withinBounds(Instant time) {
        Instant bounded = time.isBefore(EARLIEST) ? EARLIEST : time;
        return (bounded.isAfter(LATEST) ? LATEST : bounded).toString();
    }

    private static ClaimedJob claimed(ResultSet row) throws SQLException {
        return new ClaimedJob(
                row.getObject(1, UUID.class),
                row.getString(2),
                row.getString(3),
                row.getString(4),
                row.getInt(5),
                row.getString(6),
                row.getLong(7),
                row.getInt(8),
                (Integer) row.getObject(9),
                row.getString(10),
                (Long) row.getObject(11),
                row.getLong(12),
                (Long) row.getObject(13),
                row.getString(14) != null,
                instant(row, 15),
                instant(row, 16),
                instant(row, 17),
                row.getString(18));
    }

    private static Instant instant(ResultSet row, int column) throws SQLException {
        OffsetDateTime time = row.getObject(column, OffsetDateTime.class);
        return time == null ? null : time.toInstant();
    }

    @Override
    public List<Ending> writeEndings(Connection c, String worker, List<Ending> endings) throws SQLException {
        List<Ending> done = new ArrayList<>();
        List<Ending> others = new ArrayList<>();
        List<JobAfter.Kept> kept = new ArrayList<>();
        for (Ending ending : endings) {
            if (ending.jobAfter() instanceof JobAfter.Kept job) {
                others.add(ending);
                kept.add(job);
            } else {
                done.add(ending);
            }
        }
        List<Ending> refused = new ArrayList<>();
        for (List<Ending> sameNumber : byClaimNumber(done)) {
            if (finishDone(c, worker, sameNumber) < sameNumber.size()) {
                refused.addAll(sameNumber);
            }
        }
        if (!others.isEmpty()) {
            Set<UUID> freed = finishOthers(c, worker, others, kept);
            others.stream().filter(e -> !freed.contains(id(e))).forEach(refused::add);
        }
        if (!refused.isEmpty()) {
            Set<UUID> known = finishedAlready(c, worker, refused);
            refused.removeIf(e -> known.contains(id(e)));
        }
        return refused;
    }

    /** Few groups: nearly all jobs are claimed once, and none more often than it is tried. */
    private static Collection<List<Ending>> byClaimNumber(List<Ending> endings) {
        return endings.stream()
                .collect(Collectors.groupingBy(PostgresStore::claimNumber))
                .values();
    }

    private int finishDone(Connection c, String worker, List<Ending> done) throws SQLException {
        return sql.get("finish-done")
                .set("worker", worker)
                .tuned(PostgresDriver::planAnew)
                .within(LOCK_WAIT)
                .set("ids", texts(c, "uuid", done, e -> id(e).toString()))
                .set("claim", claimNumber(done.get(0)))
                .first(c, row -> row.getInt(1))
                .orElseThrow();
    }

    private static long claimNumber(Ending ending) {
        return ending.claim().token().claimNumber();
    }

    /**
     * @param kept what becomes of the jobs, in the same order
     */
    private Set<UUID> finishOthers(Connection c, String worker, List<Ending> others, List<JobAfter.Kept> kept)
            throws SQLException {
        Command command = tokens(c, sql.get("finish-other").set("worker", worker), others)
                .within(LOCK_WAIT)
                .set("outcomes", texts(c, others, Ending::outcomeLabel))
                .set("statuses", texts(c, kept, job -> job.status().label()))
                .set("attempts", ints(c, kept, JobAfter.Kept::attempt))
                .set("bases", texts(c, kept, job -> job.nextTime().label()))
                .set("delays", longs(c, kept, JobAfter.Kept::delayMillis))
                .set("pauses", longs(c, kept, JobAfter.Kept::pauseMillis))
                .set("errors", texts(c, others, Ending::error))
                .set(
                        "scheduled",
                        texts(c, others, e -> withinBounds(e.claim().job().scheduledTime())));
        return new HashSet<>(command.all(c, row -> row.getObject(1, UUID.class)));
    }

    /** Those whose ending is on record: the answer to an earlier try was lost, or only some of a batch were refused. */
    private Set<UUID> finishedAlready(Connection c, String worker, List<Ending> endings) throws SQLException {
        return new HashSet<>(tokens(c, sql.get("finished-already").set("worker", worker), endings)
                .set("outcomes", texts(c, endings, Ending::outcomeLabel))
                .all(c, row -> row.getObject(1, UUID.class)));
    }

    private static Command tokens(Connection c, Command command, List<Ending> endings) throws SQLException {
        return command.set("ids", texts(c, "uuid", endings, e -> id(e).toString()))
                .set("claims", longs(c, endings, PostgresStore::claimNumber));
    }

    private static UUID id(Ending ending) {
        return ending.claim().token().jobId();
    }

    @Override
    public HeartbeatAnswer sendHeartbeats(Connection c, String worker, List<Claim> claims) throws SQLException {
        Map<UUID, Boolean> confirmed = new HashMap<>();
        sql.get("beat")
                .set("worker", worker)
                .set(
                        "ids",
                        texts(c, "uuid", claims, claim -> claim.token().jobId().toString()))
                .set("claims", longs(c, claims, claim -> claim.token().claimNumber()))
                .set("progress", texts(c, claims, Claim::progress))
                .all(c, row -> confirmed.put(row.getObject(1, UUID.class), row.getBoolean(2)));
        List<Claim> missing = claims.stream()
                .filter(claim -> !confirmed.containsKey(claim.token().jobId()))
                .toList();
        return new HeartbeatAnswer(confirmed, missing.isEmpty() ? Set.of() : stillMine(c, worker, missing));
    }

    private Set<UUID> stillMine(Connection c, String worker, List<Claim> claims) throws SQLException {
        return new HashSet<>(sql.get("still-mine")
                .set("worker", worker)
                .set(
                        "ids",
                        texts(c, "uuid", claims, claim -> claim.token().jobId().toString()))
                .set("claims", longs(c, claims, claim -> claim.token().claimNumber()))
                .all(c, row -> row.getObject(1, UUID.class)));
    }

    @Override
    public Set<ClaimToken> findCancelled(Connection c, String worker, List<Claim> claims) throws SQLException {
        return PortableStore.cancelled(sql.get("cancel-asked").plain(), c, worker);
    }

    @Override
    public StaleClaims findStaleClaims(Connection c, String from) throws SQLException {
        return PortableStore.staleClaims(sql, c, from);
    }

    @Override
    public List<Reclaimed> reclaimJobs(Connection c, List<StaleClaim> stale) throws SQLException {
        return sql.get("reclaim")
                .set("ids", texts(c, "uuid", stale, claim -> claim.id().toString()))
                .all(
                        c,
                        row -> new Reclaimed(
                                row.getObject(1, UUID.class),
                                row.getString(2),
                                JobStatus.of(row.getString(3)),
                                row.getString(4),
                                row.getLong(5)));
    }

    @Override
    public List<RunSum> takeOldRuns(Connection c, long beforeMicros, int atMost) throws SQLException {
        return sql.get("compact-take")
                .set("before_us", beforeMicros)
                .set("at_most", atMost)
                .all(c, JobRows::runSum);
    }

    @Override
    public int insertJobs(Connection c, List<NewJob> jobs) throws SQLException {
        if (copy.suitsJobs(c, jobs)) {
            return copy.insertJobs(c, jobs);
        }
        return sql.get("enqueue-many")
                .set("ids", texts(c, "uuid", jobs, j -> j.id().toString()))
                .set("names", texts(c, jobs, j -> j.request().job()))
                .set("handlers", texts(c, jobs, j -> j.request().handler()))
                .set("queues", texts(c, jobs, NewJob::queue))
                .set("priorities", ints(c, jobs, j -> j.request().priority()))
                .set("payloads", texts(c, jobs, NewJob::payload))
                .set(
                        "times",
                        texts(
                                c,
                                jobs,
                                j -> j.request().runAt() == null
                                        ? null
                                        : j.request().runAt().toString()))
                .set("locks", longs(c, jobs, NewJob::lockTimeoutMillis))
                .set("timeouts", longs(c, jobs, NewJob::timeoutMillis))
                .set("attempts", ints(c, jobs, NewJob::maxAttempts))
                .set("retries", texts(c, jobs, NewJob::retry))
                .set("keys", texts(c, jobs, j -> j.request().uniqueKey()))
                .set("capabilities", texts(c, jobs, j -> j.request().capability()))
                .set("traceparents", texts(c, jobs, NewJob::traceparent))
                .update(c);
    }

    private static <T> java.sql.Array texts(Connection c, List<T> from, Function<T, String> part) throws SQLException {
        return texts(c, "text", from, part);
    }

    private static <T> java.sql.Array texts(Connection c, String type, List<T> from, Function<T, String> part)
            throws SQLException {
        return c.createArrayOf(type, from.stream().map(part).toArray(String[]::new));
    }

    private static <T> java.sql.Array ints(Connection c, List<T> from, Function<T, Integer> part) throws SQLException {
        return c.createArrayOf("int4", from.stream().map(part).toArray(Integer[]::new));
    }

    private static <T> java.sql.Array longs(Connection c, List<T> from, Function<T, Long> part) throws SQLException {
        return c.createArrayOf("int8", from.stream().map(part).toArray(Long[]::new));
    }
}
