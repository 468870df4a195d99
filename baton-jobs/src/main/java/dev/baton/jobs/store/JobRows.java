package dev.baton.jobs.store;

import dev.baton.jobs.JobAdmin;
import dev.baton.jobs.JobRun;
import dev.baton.jobs.JobStatus;
import dev.baton.jobs.JobView;
import dev.baton.jobs.QueueFigures;
import dev.baton.jobs.WorkerView;
import dev.baton.sql.jdbc.Command;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLDataException;
import java.sql.SQLException;
import java.time.LocalDate;
import java.util.List;
import java.util.Objects;
import java.util.UUID;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Reads rows into the views that operators get. */
public final class JobRows {

    private static final Logger LOG = LoggerFactory.getLogger(JobRows.class);

    private JobRows() {}

    /** Leaves out what somebody has written by hand so that it cannot be read: it is not the others' fault. */
    public static <T> List<T> readable(Command command, Connection connection, Command.RowReader<T> reader)
            throws SQLException {
        return command.all(connection, row -> readable(row, reader)).stream()
                .filter(Objects::nonNull)
                .toList();
    }

    /** Null if it cannot be read. */
    public static <T> T readable(ResultSet row, Command.RowReader<T> reader) throws SQLException {
        try {
            return reader.read(row);
        } catch (IllegalArgumentException | SQLDataException e) {
            LOG.debug("a row of jobs cannot be read", e);
            return null;
        }
    }

    public static JobView view(ResultSet row) throws SQLException {
        Long maxAttempts = number(row, "max_attempts");
        return new JobView(
                UUID.fromString(row.getString("id")),
                row.getString("job_name"),
                row.getString("handler"),
                JobStatus.of(row.getString("status")),
                row.getBoolean("paused"),
                row.getString("queue"),
                row.getInt("priority"),
                row.getString("payload"),
                row.getString("unique_key"),
                row.getString("capability"),
                Command.instant(row, "next_run_time"),
                Command.instant(row, "last_run_time"),
                Command.instant(row, "run_started_at"),
                row.getString("locked_by"),
                Command.instant(row, "locked_at"),
                row.getLong("claim_number"),
                row.getLong("lock_timeout_ms"),
                number(row, "interval_ms"),
                row.getBoolean("fixed_delay"),
                row.getString("cron"),
                row.getString("zone"),
                Command.instant(row, "last_tick"),
                Command.instant(row, "scheduled_for"),
                row.getInt("attempt"),
                maxAttempts == null ? null : maxAttempts.intValue(),
                number(row, "timeout_ms"),
                row.getBoolean("cancel_requested"),
                row.getString("progress"),
                row.getString("last_error"),
                Command.instant(row, "created_at"),
                Command.instant(row, "finished_at"));
    }

    public static WorkerView worker(ResultSet row) throws SQLException {
        return new WorkerView(
                row.getString("holder_id"),
                row.getString("node_id"),
                row.getInt("threads"),
                row.getInt("busy"),
                row.getLong("completed"),
                row.getLong("failed"),
                Command.instant(row, "seen_at"));
    }

    public static JobRun run(ResultSet row) throws SQLException {
        String late = row.getString("late_outcome");
        return new JobRun(
                UUID.fromString(row.getString("job_id")),
                row.getLong("claim_number"),
                row.getString("job_name"),
                row.getString("queue"),
                row.getInt("attempt"),
                Command.instant(row, "scheduled_at"),
                Command.instant(row, "started_at"),
                Command.instant(row, "finished_at"),
                JobRun.Outcome.of(row.getString("outcome")),
                row.getString("locked_by"),
                row.getString("error"),
                late == null ? null : JobRun.Outcome.of(late),
                Command.instant(row, "late_at"));
    }

    public static JobStore.RunSum runSum(ResultSet row) throws SQLException {
        return new JobStore.RunSum(
                row.getString("job_name"),
                row.getString("run_day"),
                row.getString("outcome"),
                row.getLong("runs"),
                row.getLong("total_ms"),
                row.getLong("longest_ms"));
    }

    public static JobAdmin.RunsOfDay runsOfDay(ResultSet row) throws SQLException {
        return new JobAdmin.RunsOfDay(
                row.getString("job_name"),
                LocalDate.parse(row.getString("run_day")),
                JobRun.Outcome.of(row.getString("outcome")),
                row.getLong("runs"),
                row.getLong("total_ms"),
                row.getLong("longest_ms"));
    }

    public static QueueFigures figures(ResultSet row) throws SQLException {
        return new QueueFigures(
                Command.instant(row, "at"),
                row.getString("queue"),
                row.getLong("waiting"),
                row.getLong("due"),
                row.getLong("running"),
                row.getLong("dead"),
                row.getLong("completed"),
                row.getLong("failed"),
                row.getLong("threads"),
                row.getLong("busy"));
    }

    /** A one-off job whose row is gone, as its last run tells. */
    public static JobView finishedJob(JobRun last) {
        return new JobView(
                last.jobId(),
                last.job(),
                null,
                JobStatus.COMPLETED,
                false,
                last.queue(),
                0,
                null,
                null,
                null,
                null,
                last.finishedAt(),
                last.startedAt(),
                null,
                null,
                last.claimNumber(),
                0,
                null,
                false,
                null,
                null,
                null,
                last.scheduledAt(),
                last.attempt(),
                null,
                null,
                false,
                null,
                null,
                null,
                last.finishedAt());
    }

    public static Long number(ResultSet row, String column) throws SQLException {
        long value = row.getLong(column);
        return row.wasNull() ? null : value;
    }
}
