package dev.baton.jobs.admin;

import dev.baton.jobs.JobAdmin;
import dev.baton.jobs.JobAdmin.ManyAct;
import dev.baton.jobs.JobAdmin.ManyDone;
import dev.baton.jobs.JobStatus;
import dev.baton.jobs.store.JobDatabase;
import dev.baton.sql.jdbc.Command;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;

/** The same act on all jobs that match, some at a time, in the order of their ids: each is looked at once. */
final class ManyJobs {

    private final JobDatabase database;

    ManyJobs(JobDatabase database) {
        this.database = database;
    }

    private record Match(String id, long claim) {}

    long count(Connection c, ManyAct act, JobAdmin.Filter filter, int atMost) throws SQLException {
        return matching("many-count", act, filter)
                .set("at_most", atMost)
                .first(c, row -> row.getLong(1))
                .orElseThrow();
    }

    ManyDone next(Connection c, ManyAct act, JobAdmin.Filter filter, Optional<String> cursor, int atMost)
            throws SQLException {
        List<Match> matches = matching("many-next", act, filter)
                .set("cursor", cursor.orElse(""))
                .set("at_most", atMost)
                .all(c, row -> new Match(row.getString("id"), row.getLong("claim_number")));
        int done = 0;
        for (Match match : inOrder(matches)) {
            done += perform(c, act, match);
        }
        Optional<String> next = matches.size() < atMost
                ? Optional.empty()
                : Optional.of(matches.get(matches.size() - 1).id());
        return new ManyDone(matches.size(), done, next);
    }

    /** Sorted by id as text, the order in which endings lock rows. Not by the database: SQL Server sorts ids by their last digits. */
    private static List<Match> inOrder(List<Match> matches) {
        return matches.stream().sorted(Comparator.comparing(Match::id)).toList();
    }

    private int perform(Connection c, ManyAct act, Match match) throws SQLException {
        return switch (act) {
            case RETRY, REDRIVE ->
                database.sql()
                        .get("retry")
                        .set("id", match.id())
                        .set("claim", match.claim())
                        .update(c);
            case CANCEL -> database.sql().get("cancel").set("id", match.id()).update(c);
            case DISCARD -> database.sql().get("discard").set("id", match.id()).update(c);
        };
    }

    private Command matching(String statement, ManyAct act, JobAdmin.Filter filter) throws SQLException {
        return database.sql()
                .get(statement)
                .set("dead", status(JobStatus.DEAD, filter, true))
                .set("cancelled", status(JobStatus.CANCELLED, filter, act == ManyAct.RETRY))
                .set("running", status(JobStatus.RUNNING, filter, act == ManyAct.CANCEL))
                .set("scheduled", status(JobStatus.SCHEDULED, filter, act == ManyAct.CANCEL || act == ManyAct.RETRY))
                .set("least_attempts", act == ManyAct.RETRY ? 1 : 0)
                .set("job", filter.job().orElse(""))
                .set("queue", filter.queue().orElse(""));
    }

    /** Its name if the act applies to it and it was asked for; no status is empty. */
    private static String status(JobStatus status, JobAdmin.Filter filter, boolean applies) {
        return applies && filter.status().map(status::equals).orElse(true) ? status.label() : "";
    }
}
