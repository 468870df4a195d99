package dev.baton.server.node;

import com.zaxxer.hikari.HikariDataSource;
import dev.baton.alerts.Alerts;
import dev.baton.alerts.AlertsSchema;
import dev.baton.jobs.JobDefinition;
import dev.baton.jobs.JobRequest;
import dev.baton.jobs.Jobs;
import dev.baton.jobs.JobsBuilder;
import dev.baton.jobs.JobsSchema;
import dev.baton.jobs.SampleJob;
import dev.baton.jobs.Schedule;
import dev.baton.server.config.Configuration;
import dev.baton.server.config.CredentialConfig;
import dev.baton.server.config.DatabaseConfig.Login;
import dev.baton.server.config.ElectionConfig;
import dev.baton.server.live.LiveFeed;
import dev.baton.server.store.AuditLog;
import dev.baton.server.store.ClusterReads;
import dev.baton.server.store.Completions;
import dev.baton.server.store.RunLogs;
import dev.baton.server.store.ServerSchema;
import dev.baton.server.store.ServerSql;
import dev.baton.server.work.ConfiguredWork;
import dev.baton.shards.ShardGroups;
import dev.baton.shards.Shards;
import dev.baton.shards.ShardsSchema;
import dev.baton.sql.Baton;
import dev.baton.sql.BatonBuilder;
import dev.baton.sql.Candidacy;
import dev.baton.submissions.SubmissionManager;
import dev.baton.submissions.SubmissionManagerBuilder;
import dev.baton.submissions.store.SubmissionSchema;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Collectors;

/** Leadership, submissions and jobs of one process, on one database. */
public final class Node implements AutoCloseable {

    /** The recurring job that every cluster has, to have something to look at. */
    private static final String SAMPLE_RECURRING = "sample-recurring";

    private final Configuration configuration;
    private final HikariDataSource pool;
    private final Metrics metrics = new Metrics();
    private final Telemetry telemetry = Telemetry.of(System.getenv());
    private final Baton baton;
    private final SubmissionManager submissions;
    private final Jobs jobs;
    private final ServerSql sql;
    private final RunLogs runLogs;
    private final Completions completions;
    private final ClusterReads cluster;
    private final AuditLog audit;
    private final AccessAudit accessAudit;
    private final ShardCount shardCount;
    private final Alerts alerts;
    private final LiveFeed feed;
    private final OperatorCommands operatorCommands;

    /** Starts everything but HTTP. A database that is away is waited for; one that will not do is refused. */
    public Node(Configuration configuration, Login login) {
        this.configuration = configuration;
        this.pool = DataSources.pool(login, configuration.database().poolSize());
        Baton started = null;
        RunLogs logs = null;
        Completions later = null;
        try {
            started = builder(login).start();
            this.baton = started;
            ElectionSetup.refuseUnlessPassing(baton);
            this.submissions = submissionsBuilder().start();
            this.sql = new ServerSql(baton.database());
            logs = new RunLogs(sql);
            this.runLogs = logs;
            later = new Completions(sql, baton.holderId());
            this.completions = later;
            this.jobs = jobsBuilder().start();
        } catch (RuntimeException e) {
            if (logs != null) {
                logs.close();
            }
            if (later != null) {
                later.close();
            }
            if (started != null) {
                started.close();
            }
            pool.close();
            telemetry.close();
            throw e;
        }
        metrics.submissions().observe(submissions);
        this.cluster = new ClusterReads(sql);
        this.audit = new AuditLog(sql, baton.nodeId());
        this.accessAudit = new AccessAudit(audit);
        this.shardCount = new ShardCount(shards(), AlertSetup.gate(baton), metrics.shards());
        shardCount.start();
        this.alerts = AlertSetup.start(baton, configuration, metrics.samples());
        this.feed = new LiveFeed(cluster);
        this.operatorCommands = new OperatorCommands(
                baton,
                sql,
                election().drainTimeout(),
                configuration.jobs().settings().runRetention());
        operatorCommands.start();
    }

    private ElectionConfig election() {
        return configuration.election();
    }

    private BatonBuilder builder(Login login) {
        BatonBuilder builder = ElectionSetup.builder(configuration, login, pool)
                .drainTimeout(election().drainTimeout())
                .component(SubmissionSchema.COMPONENT)
                .component(JobsSchema.COMPONENT)
                .component(AlertsSchema.COMPONENT)
                .component(ShardsSchema.COMPONENT)
                .component(ServerSchema.COMPONENT)
                .component(ServerSchema.AUDIT)
                .listener(metrics.leadership())
                .listener(telemetry.leadership());
        election().holderId().ifPresent(builder::holderId);
        if (configuration.node().observer()) {
            builder.observer();
        }
        if (configuration.node().prefer()) {
            builder.preferred();
        }
        return builder;
    }

    private SubmissionManagerBuilder submissionsBuilder() {
        String role = election().leaseName();
        Candidacy candidacy = election().candidacy(role);
        boolean leads = !configuration.node().observer() && !election().neverLeads();
        SubmissionManagerBuilder builder = SubmissionManager.on(
                        baton, configuration.submissions().settings())
                .candidacy(leads ? candidacy : candidacy.observing())
                .credentials(name -> Optional.ofNullable(
                                configuration.credentials().get().get(name))
                        .map(CredentialConfig::credential))
                .listener(metrics.submissions())
                .tracing(telemetry.tracing());
        if (configuration.submissions().isDivided()) {
            builder.shards(executor -> Shards.of(
                            baton, role, configuration.submissions().shards())
                    .candidacies(part -> election().candidacyOfPart(role, part))
                    .weight(configuration.node().weight())
                    .work(term -> executor.lead(term, term::covers, term::worked))
                    .start());
        }
        return builder;
    }

    private JobsBuilder jobsBuilder() {
        JobsBuilder builder = Jobs.on(baton)
                .settings(configuration.jobs().settings())
                .candidacies(role -> election().candidacy(role))
                .handler(SampleJob.NAME, new SampleJob())
                .listener(metrics.jobs())
                .tracing(telemetry.tracing())
                .define(JobDefinition.of(
                                SAMPLE_RECURRING,
                                Schedule.every(configuration.jobs().settings().defaultInterval()))
                        .like(JobRequest.of(SAMPLE_RECURRING)
                                .handledBy(SampleJob.NAME)
                                .payload("{\"delayMillis\": 5000}")));
        ConfiguredWork.register(configuration.jobs().work(), builder, runLogs, completions);
        configuration.jobs().defined().forEach(builder::define);
        return builder;
    }

    /** The program's version. */
    public String version() {
        String version = Node.class.getPackage().getImplementationVersion();
        return version == null ? "development" : version;
    }

    public Configuration configuration() {
        return configuration;
    }

    public Baton baton() {
        return baton;
    }

    public SubmissionManager submissions() {
        return submissions;
    }

    public Jobs jobs() {
        return jobs;
    }

    /** Names of the recurring jobs that this node defines whenever it starts. */
    public Set<String> definedJobs() {
        Set<String> names = configuration.jobs().defined().stream()
                .map(JobDefinition::name)
                .collect(Collectors.toCollection(TreeSet::new));
        names.add(SAMPLE_RECURRING);
        return names;
    }

    public Metrics metrics() {
        return metrics;
    }

    public ServerSql sql() {
        return sql;
    }

    /** What runs have said. */
    public RunLogs runLogs() {
        return runLogs;
    }

    /** What callees say later. */
    public Completions completions() {
        return completions;
    }

    public ClusterReads cluster() {
        return cluster;
    }

    /** Roles that are divided, by whichever programs they are led. */
    public ShardGroups shards() {
        return new ShardGroups(baton);
    }

    public AuditLog audit() {
        return audit;
    }

    /** Whom this node has refused. */
    public AccessAudit accessAudit() {
        return accessAudit;
    }

    public Alerts alerts() {
        return alerts;
    }

    public LiveFeed feed() {
        return feed;
    }

    /** What operators ask of this and other processes. */
    public OperatorCommands operatorCommands() {
        return operatorCommands;
    }

    /** Leaves every role, work in flight finished first; the database connections go last. */
    @Override
    public void close() {
        feed.close();
        alerts.close();
        shardCount.close();
        operatorCommands.close();
        accessAudit.close();
        submissions.close();
        jobs.close();
        completions.close();
        runLogs.close();
        baton.close();
        pool.close();
        telemetry.close();
    }
}
