package dev.baton.jobs.store;

import dev.baton.jobs.ClaimToken;
import dev.baton.jobs.claim.ClaimedJob;
import dev.baton.jobs.claim.Ending;
import dev.baton.sql.dialect.Dialect;
import dev.baton.sql.jdbc.Command;
import dev.baton.sql.jdbc.SqlCatalog;
import dev.baton.sql.jdbc.SqlSubjects;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.UUID;

/**
 * What programs did on MariaDB and MySQL before the schema's version 5, with their statements: by lists, without the name of any index, and
 * by the status as it stands. They lie beside this test's resources and are never changed.
 */
public final class PreviousStore extends PortableStore {

    private static final SqlSubjects SUBJECTS = new SqlSubjects(
            PreviousStore.class, "/dev/baton/jobs/previous", List.of("claiming", "enqueueing", "finishing"));

    private final SqlCatalog sql;

    private PreviousStore(SqlCatalog sql, Dialect dialect) {
        super(sql, dialect);
        this.sql = sql;
    }

    public static JobStore on(JobDatabase database) throws SQLException {
        return new PreviousStore(database.sql().statementsOf(SUBJECTS), database.dialect());
    }

    @Override
    List<ClaimedJob> takeJobs(Connection c, ClaimRequest wanted, List<ClaimedJob> candidates) throws SQLException {
        if (!candidates.isEmpty()) {
            List<UUID> ids = candidates.stream().map(ClaimedJob::id).toList();
            expectAll(
                    ids,
                    takenBy(listed("claim-take", ids), wanted, candidates.get(0).claimNumber())
                            .update(c));
        }
        return candidates;
    }

    @Override
    List<Ending> finishRuns(Connection c, String worker, List<Ending> endings) throws SQLException {
        Map<UUID, Long> locked = new HashMap<>();
        listed("claims-lock", endings.stream().map(PreviousStore::id).toList())
                .set("worker", worker)
                .all(c, row -> locked.put(UUID.fromString(row.getString(1)), row.getLong(2)));
        List<Ending> refused = new ArrayList<>();
        List<UUID> mine = new ArrayList<>();
        for (Ending ending : endings) {
            ClaimToken token = ending.claim().token();
            if (Objects.equals(locked.get(token.jobId()), token.claimNumber())) {
                mine.add(token.jobId());
            } else {
                refused.add(ending);
            }
        }
        if (!mine.isEmpty()) {
            long claim = endings.get(0).claim().token().claimNumber();
            listed("run-insert", mine)
                    .set("claim", claim)
                    .set("worker", worker)
                    .set("outcome", endings.get(0).outcomeLabel())
                    .set("error", null)
                    .update(c);
            expectAll(
                    mine,
                    listed("finish-delete", mine)
                            .set("claim", claim)
                            .set("worker", worker)
                            .update(c));
        }
        return refused;
    }

    @Override
    int enqueueHere(Connection c, List<NewJob> jobs) throws SQLException {
        Command command = sql.get("enqueue-one", jobs.size()).plain();
        int place = 1;
        for (NewJob job : jobs) {
            insertion(command, place++, job);
        }
        return command.update(c);
    }

    private static UUID id(Ending ending) {
        return ending.claim().token().jobId();
    }

    /** The last one stands there again where the list is longer. */
    private Command listed(String statement, List<UUID> ids) {
        int size = SqlCatalog.LIST_SIZES.stream()
                .filter(each -> each >= ids.size())
                .findFirst()
                .orElseThrow();
        Command command = sql.get(statement, size).plain();
        for (int place = 1; place <= size; place++) {
            command.set(place, "id", ids.get(Math.min(place, ids.size()) - 1).toString());
        }
        return command;
    }

    private static void expectAll(List<UUID> ids, int written) throws SQLException {
        if (written != ids.size()) {
            throw new SQLException(written + " of " + ids.size() + " jobs that were locked could be written", "40001");
        }
    }
}
