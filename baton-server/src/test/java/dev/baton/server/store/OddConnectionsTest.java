package dev.baton.server.store;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.baton.alerts.AlertRule;
import dev.baton.alerts.Alerts;
import dev.baton.alerts.AlertsSchema;
import dev.baton.alerts.Severity;
import dev.baton.alerts.condition.Condition;
import dev.baton.alerts.condition.Sample;
import dev.baton.jobs.JobAdmin;
import dev.baton.jobs.JobDefinition;
import dev.baton.jobs.JobRequest;
import dev.baton.jobs.Jobs;
import dev.baton.jobs.JobsSchema;
import dev.baton.jobs.Schedule;
import dev.baton.server.config.SecurityConfig.SessionLimits;
import dev.baton.sql.Baton;
import dev.baton.sql.Candidacy;
import dev.baton.sql.HeldLease;
import dev.baton.sql.schema.TableNames;
import dev.baton.testkit.OddConnections;
import dev.baton.testkit.TestDatabase;
import dev.baton.testkit.TestPatience;
import java.sql.Connection;
import java.sql.SQLException;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.UUID;
import java.util.concurrent.Callable;
import java.util.concurrent.CompletableFuture;

/**
 * Whatever an application's pool hands out (auto-commit off, read-only, any isolation, another schema): jobs and their
 * administration, short locks, alerts and the server's own tables work on it, and it goes back as it came.
 */
class OddConnectionsTest implements OnEveryDatabase {

    private static final Duration HOUR = Duration.ofHours(1);

    @Override
    public void prove(TestDatabase database) throws Exception {
        proveAt(database, Connection.TRANSACTION_SERIALIZABLE, "");
        proveAt(database, Connection.TRANSACTION_READ_UNCOMMITTED, elsewhere(database));
    }

    /** One that is there in every database, and has none of our tables. */
    private static String elsewhere(TestDatabase database) {
        return switch (database.dialect()) {
            case "h2" -> "INFORMATION_SCHEMA";
            case "postgresql" -> "pg_catalog";
            case "sqlserver" -> "dbo"; // its driver leaves a session where its account is at home
            default -> "information_schema";
        };
    }

    private static String own(TestDatabase database) throws SQLException {
        try (Connection connection = database.dataSource().getConnection()) {
            return connection.getMetaData().supportsSchemasInTableDefinitions()
                    ? connection.getSchema()
                    : connection.getCatalog();
        }
    }

    private static void proveAt(TestDatabase database, int isolation, String schema) throws Exception {
        OddConnections odd = new OddConnections(database.dataSource(), isolation, schema);
        try (Baton baton = Baton.on(odd.dataSource())
                .leadership(database.dataSource())
                .tables(schema.isEmpty() ? TableNames.DEFAULT : new TableNames(own(database), "baton_"))
                .node("n" + isolation)
                .component(JobsSchema.COMPONENT)
                .component(AlertsSchema.COMPONENT)
                .component(ServerSchema.COMPONENT)
                .component(ServerSchema.AUDIT)
                .start()) {
            proveLocks(baton);
            proveJobs(baton);
            proveAlerts(baton);
            proveTables(new ServerSql(baton.database()));
        }
        assertThat(odd.complaints()).isEmpty();
    }

    private static void until(Callable<Boolean> condition) {
        await().atMost(TestPatience.LONGEST_WAIT)
                .pollInterval(Duration.ofMillis(20))
                .until(condition);
    }

    private static void proveLocks(Baton baton) throws SQLException {
        try (HeldLease lock = taken(baton)) {
            assertThat(baton.tryLease("lock", HOUR)).isEmpty();
            assertThat(lock.extend(HOUR)).isTrue();
            lock.release();
        }
        taken(baton).release();
    }

    /** A machine that stands still gives no connection in time: then one asks again. */
    private static HeldLease taken(Baton baton) {
        return await().atMost(TestPatience.LONGEST_WAIT)
                .ignoreExceptionsInstanceOf(SQLException.class)
                .until(() -> baton.tryLease("lock", HOUR), Optional::isPresent)
                .orElseThrow();
    }

    private static void proveJobs(Baton baton) throws Exception {
        try (Jobs jobs = Jobs.on(baton).handler("work", context -> {}).start()) {
            JobAdmin admin = jobs.admin();
            UUID done = jobs.enqueue(JobRequest.of("work")).id();
            until(() -> !admin.runs(done, 1).isEmpty());
            UUID later = jobs.enqueue(JobRequest.of("work").runAt(Instant.now().plus(HOUR)))
                    .id();
            assertThat(admin.pause(later)).isTrue();
            assertThat(admin.resume(later)).isTrue();
            assertThat(admin.trigger(later)).isTrue();
            until(() -> !admin.runs(later, 1).isEmpty());
            UUID never = jobs.enqueue(JobRequest.of("work").runAt(Instant.now().plus(HOUR)))
                    .id();
            assertThat(admin.cancel(never)).isTrue();
            admin.pauseQueue("other");
            assertThat(admin.pausedQueues()).contains("other");
            admin.resumeQueue("other");
            UUID recurring =
                    admin.define(JobDefinition.of("work", Schedule.every(HOUR)).like(JobRequest.of("work")));
            assertThat(admin.reschedule(recurring, Schedule.every(HOUR.multipliedBy(2))))
                    .isTrue();
            assertThat(admin.changeWork(recurring, Optional.empty(), Optional.of("[1]")))
                    .isTrue();
            assertThat(admin.recurring(10)).hasSize(1);
            until(() -> admin.remove(recurring));
            assertThat(admin.deadLetters(Optional.empty(), 10).items()).isEmpty();
            assertThat(admin.compactedRuns(Optional.empty(), 10)).isEmpty();
            assertThat(admin.figures()).isNotNull();
            assertThat(admin.workers()).isNotEmpty();
        }
    }

    private static void proveAlerts(Baton baton) throws Exception {
        AlertRule rule = new AlertRule(
                "too_hot",
                Condition.parse("max(heat{place='here'}) > 30"),
                Duration.ofMillis(1),
                Severity.WARNING,
                List.of("friend:#ops"));
        try (Alerts alerts = Alerts.on(baton)
                .rules(List.of(rule))
                .notifier("friend", notice -> CompletableFuture.completedFuture(null))
                .metrics(metrics -> List.of(new Sample("heat", Map.of("place", "here"), 40)))
                .gate(baton.campaign(Candidacy.of("alerts")).gate())
                .every(Duration.ofMillis(50))
                .start()) {
            until(() -> !alerts.notices().isEmpty());
            assertThat(alerts.list()).isNotEmpty();
        }
    }

    private static void proveTables(ServerSql sql) throws Exception {
        AuditLog audit = new AuditLog(sql, "odd");
        audit.record(new AuditLog.Act("somebody", "192.0.2.7", "request-1", "job.cancel", "subject"), "done");
        assertThat(audit.latest(10)).isNotEmpty();
        SessionRows sessions = new SessionRows(sql);
        sessions.insert("handle", "token", "name");
        sessions.seen("handle");
        assertThat(sessions.unseen("handle", "token", new SessionLimits(HOUR, HOUR)))
                .isPresent();
        sessions.end("handle");
        UUID job = UUID.randomUUID();
        try (RunLogs logs = new RunLogs(sql);
                Completions completions = new Completions(sql, "odd-1")) {
            logs.keep(job, 1, "said");
            until(() -> logs.show(job, 1).isPresent());
            Completions.Run run = new Completions.Run(job, 1);
            String secret = completions.expect(run).secret();
            assertThat(completions.receiveEnd(run, secret, new Completions.Said(Completions.Outcome.COMPLETED, "")))
                    .isEqualTo(Completions.Reception.TOO_LATE);
            completions.forget(run);
        }
        ClusterReads reads = new ClusterReads(sql);
        assertThat(reads.databaseTime()).isNotNull();
        assertThat(reads.instances()).isNotEmpty();
        assertThat(reads.lastEvent()).isPositive();
        assertThat(reads.eventsSince(0, 10)).isNotEmpty();
    }
}
