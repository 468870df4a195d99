package dev.baton.jobs.store;

import dev.baton.jobs.ClaimToken;
import dev.baton.jobs.JobRun;
import dev.baton.jobs.claim.Claim;
import dev.baton.jobs.claim.ClaimedJob;
import dev.baton.jobs.claim.Ending;
import dev.baton.jobs.claim.JobAfter;
import dev.baton.sql.dialect.Dialect;
import dev.baton.sql.jdbc.Command;
import dev.baton.sql.jdbc.SqlCatalog;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.UUID;
import java.util.function.Function;
import java.util.stream.Collectors;

/**
 * Databases that take lists of rows: what happens to many jobs alike (claimed, completed, given back, stored) is a statement
 * for some hundreds of them. A list is as long as it may be for its statement; where it is shorter, its last row stands
 * there again. The rows of a list are locked first, so that whatever follows finds them as they were.
 */
final class ListedStore extends PortableStore {

    private static final int LONGEST = SqlCatalog.LIST_SIZES.get(SqlCatalog.LIST_SIZES.size() - 1);

    /** Payloads of one statement, in characters: a server takes no statement of any length. */
    private static final int LONGEST_PAYLOADS = 256 * 1024;

    private final SqlCatalog sql;
    private final Dialect dialect;

    ListedStore(SqlCatalog sql, Dialect dialect) {
        super(sql, dialect);
        this.sql = sql;
        this.dialect = dialect;
    }

    /** All of them: whoever looked for them has locked them. */
    @Override
    List<ClaimedJob> takeJobs(Connection c, ClaimRequest wanted, List<ClaimedJob> candidates) throws SQLException {
        for (List<ClaimedJob> same : grouped(candidates, ClaimedJob::claimNumber)) {
            long claim = same.get(0).claimNumber();
            for (List<ClaimedJob> list : lists(same)) {
                Command take = listed("claim-take", list, ClaimedJob::id);
                expectAll(list, takenBy(take, wanted, claim).update(c));
            }
        }
        return candidates;
    }

    /** Of those that are named: no index tells a worker's rows from others. */
    @Override
    public Set<ClaimToken> findCancelled(Connection c, String worker, List<Claim> claims) throws SQLException {
        Set<ClaimToken> cancelled = new HashSet<>();
        for (List<Claim> list : lists(claims)) {
            Command asked =
                    listed("cancel-asked-of", list, claim -> claim.token().jobId());
            cancelled.addAll(cancelled(asked, c, worker));
        }
        return cancelled;
    }

    @Override
    List<Ending> finishRuns(Connection c, String worker, List<Ending> endings) throws SQLException {
        if (endings.stream().map(Alike::of).distinct().count() == 1
                && !endings.get(0).outcome().isEmpty()) {
            if (finishAtOnce(c, worker, endings)) {
                return List.of();
            }
            c.rollback();
        }
        return finishOneByOne(c, worker, endings);
    }

    /** As nearly all batches are: all ended alike, and nothing has come in between. False if one is not as it should be. */
    private boolean finishAtOnce(Connection c, String worker, List<Ending> endings) throws SQLException {
        try {
            for (List<Ending> list : lists(endings)) {
                if (record("run-insert-held", c, worker, list) != list.size()) {
                    return false;
                }
                finish(c, worker, list);
            }
            return true;
        } catch (SQLException e) {
            if (dialect.isDuplicateKey(e)) {
                return false;
            }
            throw e;
        }
    }

    /** Each by itself refused or not. All are locked before any is written, in the order of their ids. */
    private List<Ending> finishOneByOne(Connection c, String worker, List<Ending> endings) throws SQLException {
        Map<UUID, Long> locked = lockClaims(c, worker, endings);
        List<Ending> refused = new ArrayList<>();
        List<Ending> mine = new ArrayList<>();
        for (Ending ending : endings) {
            ClaimToken token = ending.claim().token();
            if (Objects.equals(locked.get(token.jobId()), token.claimNumber())) {
                mine.add(ending);
            } else if (!finishedAlready(c, ending)) {
                refused.add(ending);
            }
        }
        for (List<Ending> alike : grouped(mine, Alike::of)) {
            for (List<Ending> list : lists(alike)) {
                if (!list.get(0).outcome().isEmpty()) {
                    record("run-insert", c, worker, list);
                }
                finish(c, worker, list);
            }
        }
        return refused;
    }

    /** The numbers of the claims that this worker has on their jobs. */
    private Map<UUID, Long> lockClaims(Connection c, String worker, List<Ending> endings) throws SQLException {
        Map<UUID, Long> locked = new HashMap<>();
        for (List<Ending> list : lists(endings)) {
            listed("claims-lock", list, ListedStore::id)
                    .set("worker", worker)
                    .all(c, row -> locked.put(UUID.fromString(row.getString(1)), row.getLong(2)));
        }
        return locked;
    }

    /** What a statement says of an ending, but for its job: few kinds, since most jobs are claimed once and go well. */
    private record Alike(long claim, JobAfter after, Optional<JobRun.Outcome> outcome, String error) {

        static Alike of(Ending ending) {
            return new Alike(ending.claim().token().claimNumber(), ending.jobAfter(), ending.outcome(), ending.error());
        }
    }

    private int record(String statement, Connection c, String worker, List<Ending> list) throws SQLException {
        Ending first = list.get(0);
        return listed(statement, list, ListedStore::id)
                .set("claim", first.claim().token().claimNumber())
                .set("worker", worker)
                .set("outcome", first.outcomeLabel())
                .set("error", first.error())
                .update(c);
    }

    /** What becomes of jobs that are locked. */
    private void finish(Connection c, String worker, List<Ending> list) throws SQLException {
        Ending first = list.get(0);
        Command command = first.jobAfter() instanceof JobAfter.Kept job
                ? kept(listed("finish-update", list, ListedStore::id), job, first)
                : listed("finish-delete", list, ListedStore::id);
        command.set("claim", first.claim().token().claimNumber()).set("worker", worker);
        expectAll(list, command.update(c));
    }

    private static UUID id(Ending ending) {
        return ending.claim().token().jobId();
    }

    private static <T> Collection<List<T>> grouped(List<T> rows, Function<T, ?> by) {
        return rows.stream().collect(Collectors.groupingBy(by)).values();
    }

    private static <T> List<List<T>> lists(List<T> rows) {
        List<List<T>> lists = new ArrayList<>();
        for (int from = 0; from < rows.size(); from += LONGEST) {
            lists.add(rows.subList(from, Math.min(from + LONGEST, rows.size())));
        }
        return lists;
    }

    private <T> Command listed(String statement, List<T> rows, Function<T, UUID> id) {
        int size = SqlCatalog.LIST_SIZES.stream()
                .filter(each -> each >= rows.size())
                .findFirst()
                .orElseThrow();
        Command command = sql.get(statement, size).plain();
        for (int place = 1; place <= size; place++) {
            T row = rows.get(Math.min(place, rows.size()) - 1);
            command.set(place, "id", id.apply(row).toString());
        }
        return command;
    }

    private static void plainInsertion(Command command, int place, NewJob job) {
        command.set(place, "id", job.id().toString())
                .set(place, "job", job.request().job())
                .set(place, "queue", job.queue())
                .set(place, "priority", job.request().priority())
                .set(place, "payload", job.payload())
                .set(place, "lock_ms", job.lockTimeoutMillis());
    }

    private static void expectAll(List<?> list, int written) throws SQLException {
        if (written != list.size()) {
            throw new SQLException(
                    written + " of " + list.size()
                            + " jobs that were locked could be written: somebody changed the others",
                    "40001");
        }
    }

    @Override
    int enqueueHere(Connection c, List<NewJob> jobs) throws SQLException {
        int stored = 0;
        for (int from = 0, size; from < jobs.size(); from += size) {
            size = sizeFrom(jobs, from);
            stored += insertList(c, jobs.subList(from, from + size));
        }
        return stored;
    }

    /** Some of the jobs from here on, as many as one statement takes. */
    private static int sizeFrom(List<NewJob> jobs, int from) {
        int longest = 1;
        long characters = 0;
        for (int i = from; i < Math.min(from + LONGEST, jobs.size()); i++) {
            String payload = jobs.get(i).payload();
            characters += payload == null ? 0 : payload.length();
            if (characters > LONGEST_PAYLOADS) {
                break;
            }
            longest = i - from + 1;
        }
        int most = longest;
        return SqlCatalog.LIST_SIZES.stream()
                .filter(size -> size <= most)
                .reduce((less, more) -> more)
                .orElseThrow();
    }

    /**
     * All at once, or, where one of them is there already, one by one. A statement that is refused has stored none; but what it had
     * written until then stays in what a Galera server sends to the others, unless it is taken back by name, and they would find the
     * same rows twice and expel it. By statements: in a transaction over several databases drivers and servers of applications
     * refuse a savepoint of theirs.
     */
    private int insertList(Connection c, List<NewJob> jobs) throws SQLException {
        if (jobs.size() == 1) {
            return super.enqueueHere(c, jobs);
        }
        boolean plain = jobs.stream().allMatch(NewJob::isPlain);
        Command command =
                sql.get(plain ? "enqueue-plain" : "enqueue-one", jobs.size()).plain();
        int place = 1;
        for (NewJob job : jobs) {
            if (plain) {
                plainInsertion(command, place++, job);
            } else {
                insertion(command, place++, job);
            }
        }
        sql.get("list-mark").plain().run(c);
        try {
            return command.update(c);
        } catch (SQLException e) {
            if (!dialect.isDuplicateKey(e)) {
                throw e;
            }
            sql.get("list-undo").plain().run(c);
            return super.enqueueHere(c, jobs);
        }
    }
}
