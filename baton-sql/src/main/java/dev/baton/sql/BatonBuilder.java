package dev.baton.sql;

import dev.baton.Backoff;
import dev.baton.LeadershipListener;
import dev.baton.Names;
import dev.baton.SetupRefusedException;
import dev.baton.Strategy;
import dev.baton.sql.database.Database;
import dev.baton.sql.schema.SchemaComponent;
import dev.baton.sql.schema.TableNames;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Objects;
import java.util.Optional;
import java.util.concurrent.ThreadLocalRandom;
import java.util.regex.Pattern;
import javax.sql.DataSource;

/** Configures a {@link Baton}. Every setting has a default; what cannot work is refused by the setter or by the start. */
public final class BatonBuilder {

    private static final Pattern CHANNEL = Pattern.compile("[A-Za-z_][A-Za-z0-9_]{0,62}");

    private final DataSource application;
    private DataSource leadership;
    private String nodeId;
    private String cluster;
    private String holderId;
    private String namespace = "baton";
    private Strategy strategy;
    private Backoff backoff = Backoff.DEFAULT;
    private Duration drainTimeout = Duration.ofSeconds(10);
    private Duration staleThreshold = Duration.ofSeconds(30);
    private Duration leaseRecords = Duration.ofSeconds(10);
    private boolean enabled = true;
    private boolean alwaysLeader;
    private boolean observer;
    private boolean prefer;
    private boolean sharedSessions;
    private TableNames tables = TableNames.DEFAULT;
    private boolean applySchema = true;
    private String channel = "baton_leader_change";
    private final List<LeadershipListener> listeners = new ArrayList<>();
    private final List<SchemaComponent> components = new ArrayList<>(List.of(Schema.LEADERSHIP));

    BatonBuilder(DataSource application) {
        this.application = Objects.requireNonNull(application, "dataSource");
    }

    /** A data source of its own for elections: another account, or past a pooler. */
    public BatonBuilder leadership(DataSource dataSource) {
        this.leadership = Objects.requireNonNull(dataSource, "dataSource");
        return this;
    }

    /** The node of this process, which transfers and preferences name; the host name by default. */
    public BatonBuilder node(String id) {
        this.nodeId = Names.node(id);
        return this;
    }

    /**
     * A node name that tells processes on one machine apart, if {@link #node} gives none: the host name for the first of
     * this cluster, {@code host~2} for the next, and so on; free again as soon as its process is gone.
     *
     * @param cluster what the processes have in common that meet in one election, such as the database's address
     */
    public BatonBuilder hostNode(String cluster) {
        this.cluster = Objects.requireNonNull(cluster, "cluster");
        return this;
    }

    /** Identity of this process incarnation; must never be used by two. {@code <node>-<pid>-<random>} by default. */
    public BatonBuilder holderId(String id) {
        this.holderId = Names.holder(id);
        return this;
    }

    /** What lock keys are derived from, besides the role. */
    public BatonBuilder namespace(String name) {
        this.namespace = Objects.requireNonNull(name, "namespace");
        return this;
    }

    /** The strategy of roles that name none; {@code session} where the database has session locks by default. */
    public BatonBuilder strategy(Strategy how) {
        this.strategy = Objects.requireNonNull(how, "strategy");
        return this;
    }

    public BatonBuilder backoff(Backoff pauses) {
        this.backoff = Objects.requireNonNull(pauses, "backoff");
        return this;
    }

    /** How long work in flight is waited for when a role is left. */
    public BatonBuilder drainTimeout(Duration atMost) {
        if (atMost.isNegative()) {
            throw new IllegalArgumentException("drain_timeout must not be negative, got " + atMost);
        }
        this.drainTimeout = atMost;
        return this;
    }

    /** After how long without a heartbeat a follower reports the leader. */
    public BatonBuilder staleThreshold(Duration age) {
        this.staleThreshold = Objects.requireNonNull(age, "staleThreshold");
        return this;
    }

    /**
     * How often a term of a lease without a campaign goes into the history, of each role and by this instance: ten seconds by
     * default, so of leases that are taken more often only a sample is recorded; zero for every one. Where the database cannot
     * do without, and for roles that somebody stands for, every term is recorded.
     */
    public BatonBuilder recordLeasesEvery(Duration interval) {
        if (interval.isNegative()) {
            throw new IllegalArgumentException("the interval of records must not be negative, got " + interval);
        }
        this.leaseRecords = interval;
        return this;
    }

    /** No election: this instance never leads. */
    public BatonBuilder disabledAsFollower() {
        this.enabled = false;
        this.alwaysLeader = false;
        return this;
    }

    /** No election: this instance always leads, unproven and unfenced. For a single instance only. */
    public BatonBuilder disabledAsLeader() {
        this.enabled = false;
        this.alwaysLeader = true;
        return this;
    }

    /** This instance leads no role. */
    public BatonBuilder observer() {
        this.observer = true;
        return this;
    }

    /** This instance goes first when a role is free. */
    public BatonBuilder preferred() {
        this.prefer = true;
        return this;
    }

    /**
     * One session that holds the locks of all roles with strategy {@code session}, and one that waits for the death of another
     * process, where the database can (PostgreSQL; elsewhere nothing changes): for a process with many roles. They then share the
     * fate of that session. By default each role has a session of its own. Instances of both kinds may stand for the same roles.
     * Like every session, these cannot pass a pooler in transaction mode, and a campaign is refused there.
     */
    public BatonBuilder sharedSessions() {
        this.sharedSessions = true;
        return this;
    }

    /** Another schema or table prefix. */
    public BatonBuilder tables(TableNames names) {
        this.tables = Objects.requireNonNull(names, "tables");
        return this;
    }

    /** Only check the schema at start, never change it: it is applied by other means. */
    public BatonBuilder checkSchemaOnly() {
        this.applySchema = false;
        return this;
    }

    /** Where role changes are announced, on databases that can. */
    public BatonBuilder channel(String name) {
        if (!CHANNEL.matcher(name).matches()) {
            throw new IllegalArgumentException("listen_channel '" + name
                    + "' is not allowed: use up to 63 letters, digits and '_', beginning with a letter or '_'");
        }
        this.channel = name;
        return this;
    }

    public BatonBuilder listener(LeadershipListener listener) {
        listeners.add(Objects.requireNonNull(listener, "listener"));
        return this;
    }

    /** A further part of the schema that this program needs. */
    public BatonBuilder component(SchemaComponent component) {
        components.add(component);
        return this;
    }

    /**
     * Starts. A database that is away is waited for in the background.
     *
     * @throws SetupRefusedException if the database can be reached and will not do
     */
    public Baton start() {
        if (observer && prefer) {
            throw new IllegalArgumentException("an instance cannot both observe and be preferred: choose one");
        }
        Database database = new Database(
                application,
                leadership == null ? application : leadership,
                new Database.Options(tables, applySchema, List.copyOf(components), channel));
        HostNodeName hostName = hostName();
        boolean started = false;
        try {
            Baton baton = started(new Baton(settings(hostName.name()), database, hostName));
            started = true;
            return baton;
        } finally {
            if (!started) {
                hostName.close();
            }
        }
    }

    private static Baton started(Baton baton) {
        try {
            baton.begin();
            return baton;
        } catch (RuntimeException | Error e) { // a driver may miss a class
            baton.close();
            throw e;
        }
    }

    private HostNodeName hostName() {
        if (nodeId != null) {
            return HostNodeName.called(nodeId);
        }
        return cluster == null ? HostNodeName.called(HostNodeName.hostName()) : HostNodeName.take(cluster);
    }

    private BatonSettings settings(String node) {
        String holder = holderId == null ? incarnation(node) : holderId;
        return new BatonSettings(
                node,
                holder,
                version(),
                namespace,
                Optional.ofNullable(strategy),
                backoff,
                drainTimeout,
                staleThreshold,
                leaseRecords,
                enabled,
                alwaysLeader,
                observer,
                prefer,
                sharedSessions,
                List.copyOf(listeners));
    }

    private static String incarnation(String node) {
        int random = ThreadLocalRandom.current().nextInt();
        return node + "-" + ProcessHandle.current().pid() + "-" + String.format(Locale.ROOT, "%08x", random);
    }

    private static String version() {
        String version = Baton.class.getPackage().getImplementationVersion();
        return version == null ? "development" : version;
    }
}
