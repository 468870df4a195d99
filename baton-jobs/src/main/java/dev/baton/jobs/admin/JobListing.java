package dev.baton.jobs.admin;

import dev.baton.jobs.JobAdmin;
import dev.baton.jobs.JobPage;
import dev.baton.jobs.JobStatus;
import dev.baton.jobs.JobView;
import dev.baton.jobs.store.JobDatabase;
import dev.baton.jobs.store.JobRows;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.UUID;

/** Pages of jobs that match, in the order of their ids. */
final class JobListing {

    private final JobDatabase database;

    JobListing(JobDatabase database) {
        this.database = database;
    }

    JobPage page(Connection c, JobAdmin.Filter filter, Optional<String> cursor, int limit) throws SQLException {
        List<Listed> rows = database.sql()
                .get("job-list")
                .set("status", filter.status().map(JobStatus::label).orElse(""))
                .set("job", filter.job().orElse(""))
                .set("queue", filter.queue().orElse(""))
                .set("cursor", cursor.orElse(""))
                .set("at_most", limit)
                .all(c, Listed::of);
        List<JobView> items =
                rows.stream().map(Listed::job).filter(Objects::nonNull).toList();
        return new JobPage(items, rows.size() < limit ? Optional.empty() : lastId(rows));
    }

    /** A row of a page. If it cannot be shown it is left out, but the next page still begins after it. */
    private record Listed(UUID id, JobView job) {

        static Listed of(ResultSet row) throws SQLException {
            return new Listed(
                    JobRows.readable(row, one -> UUID.fromString(one.getString("id"))),
                    JobRows.readable(row, JobRows::view));
        }
    }

    private static Optional<String> lastId(List<Listed> rows) {
        return rows.stream()
                .map(Listed::id)
                .filter(Objects::nonNull)
                .reduce((one, next) -> next)
                .map(UUID::toString);
    }
}
