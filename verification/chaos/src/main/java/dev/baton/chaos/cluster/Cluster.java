package dev.baton.chaos.cluster;

import dev.baton.chaos.node.Engine;
import dev.baton.chaos.node.Roles;
import dev.baton.chaos.workload.GatewayMain;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicBoolean;

/** Everything that runs: the database, the gateway, and the nodes with a proxy each. */
public final class Cluster implements AutoCloseable {

    private static final Duration PATIENCE = Duration.ofSeconds(90);

    /**
     * Who holds a role, as the database says.
     *
     * @param session the backend of a session lock, with its start
     */
    public record Leader(String role, String node, long epoch, String session, boolean released) {}

    private final Path folder;
    private final Machine machine;
    private final Engine engine;
    private final Database database;
    private final ChildProcess gateway;
    private final Map<String, Node> nodes = new LinkedHashMap<>();
    private final AtomicBoolean closed = new AtomicBoolean();

    /**
     * @param planted what nodes find first on their class path
     * @param patience times as long as usual that leaders are waited for; more than once means that nobody is killed
     */
    public Cluster(Path folder, Engine engine, int size, List<Path> planted, Machine machine, int patience)
            throws SQLException {
        this.folder = folder;
        this.machine = machine;
        this.engine = engine;
        this.database = start(engine, folder, machine);
        tables();
        int port = Postgres.freePort();
        this.gateway = ChildProcess.start(
                GatewayMain.class,
                "128m",
                ChildProcess.LONG_LIVED,
                List.of(),
                folder.resolve("gateway.log"),
                Integer.toString(port),
                folder.resolve("gateway.tsv").toString());
        configure(port, patience);
        for (int i = 1; i <= size; i++) {
            Node node = new Node(i, folder, engine, database, planted, patience);
            nodes.put(node.name(), node);
        }
    }

    /** Starts the nodes; returns when they serve. */
    public void start() {
        nodes.values().forEach(Node::start);
        awaitReady();
    }

    private static Database start(Engine engine, Path folder, Machine machine) {
        return switch (engine) {
            case POSTGRESQL -> new PostgresWithStandby(folder, machine);
            case PATRONI -> new PatroniDatabase();
            case MARIADB -> new CopiedDatabase(RunningMariaDb.create());
            case MYSQL -> new CopiedDatabase(MySql.create());
            case GALERA -> new GaleraDatabase();
        };
    }

    /**
     * A row of {@code chaos_counters} stays locked, or is certified, from the step of {@code commits} to the commit: so these
     * numbers are in the order of commits, on every database.
     */
    private void tables() throws SQLException {
        database.run(
                "CREATE TABLE chaos_counters (role varchar(100) PRIMARY KEY, value bigint NOT NULL,"
                        + " last_id varchar(100) NOT NULL, commits bigint NOT NULL)",
                "CREATE TABLE chaos_appends (role varchar(100) NOT NULL, position bigint NOT NULL,"
                        + " id varchar(100) PRIMARY KEY, epoch bigint NOT NULL, holder varchar(200) NOT NULL,"
                        + " committed bigint NOT NULL)",
                "CREATE TABLE chaos_writers (role varchar(100) NOT NULL, holder varchar(200) NOT NULL,"
                        + " turns bigint NOT NULL, PRIMARY KEY (role, holder))");
        for (String role : Roles.ofApplication(engine).keySet()) {
            database.run("INSERT INTO chaos_counters VALUES ('" + role + "', 0, '', 0)");
        }
    }

    private void configure(int gatewayPort, int patience) {
        String text = """
                [database]
                pool_size = 10

                [election]
                strategy = "%s"
                lease_duration = "%dms"
                renew_interval = "%dms"
                acquire_interval = "%dms"
                heartbeat_interval = "%dms"
                trust_window = "%dms"
                session_lease = "%dms"
                lock_timeout = "%dms"
                error_backoff_max = "2s"
                drain_timeout = "3s"

                [submissions]
                retry_delay = "300ms"
                schedule_refresh_interval = "500ms"
                concurrency = 32

                [gateways.outside]
                type = "http"
                url = "http://127.0.0.1:%d/send"
                connect_timeout = "1s"
                request_timeout = "3s"

                [targets."deadline"]
                gateway = "outside"
                policy = "deadline"
                max_acceptance = "6h"
                terminal_outcomes = ["blocked"]

                [targets."bounded"]
                gateway = "outside"
                policy = "max_attempts"
                max_attempts = 6
                terminal_outcomes = ["blocked"]

                [targets."once"]
                gateway = "outside"
                policy = "one_shot"
                terminal_outcomes = ["blocked"]

                [jobs]
                poll_interval = "1s"
                threads = 2
                lock_timeout = "5s"
                heartbeat = "700ms"
                heartbeat_timeout = "700ms"

                [jobs.defined.chaos-tick]
                cron = "*/2 * * * * *"
                catch_up = 1000
                payload = "{\\"delayMillis\\": 1}"

                [server]
                stop_timeout = "10s"

                %s""".formatted(
                        engine.hasSessionLocks() ? "session" : "lease",
                        Roles.LEASE.toMillis() * patience,
                        Roles.RENEWAL.toMillis(),
                        Roles.RENEWAL.toMillis(),
                        Roles.HEARTBEAT.toMillis(),
                        Roles.TRUST_WINDOW.toMillis() * patience,
                        Roles.SESSION_LEASE.toMillis() * patience,
                        Roles.LOCK_SLICE.toMillis(),
                        gatewayPort,
                        Bearer.OPERATOR.toml() + Bearer.SUBMITTER.toml());
        try {
            Files.writeString(folder.resolve("baton.toml"), text);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    public Path folder() {
        return folder;
    }

    public Database database() {
        return database;
    }

    public Engine engine() {
        return engine;
    }

    /** The database where it is the suite's own PostgreSQL, which alone has some of the faults. */
    public PostgresWithStandby postgres() {
        return (PostgresWithStandby) database;
    }

    public List<Node> nodes() {
        return List.copyOf(nodes.values());
    }

    public Node node(String name) {
        return nodes.get(name);
    }

    public Machine machine() {
        return machine;
    }

    /** Who holds what; empty while the database does not answer. */
    public List<Leader> leaders() {
        List<Leader> leaders = new ArrayList<>();
        try (Connection connection = database.connect();
                Statement statement = connection.createStatement();
                ResultSet row = statement.executeQuery(
                        "SELECT lease_name, node_id, lease_epoch, session_id, released FROM baton_leases"
                                + " WHERE expires_at > " + database.now())) {
            while (row.next()) {
                leaders.add(new Leader(
                        row.getString(1), row.getString(2), row.getLong(3), row.getString(4), row.getBoolean(5)));
            }
        } catch (SQLException e) {
            return List.of();
        }
        return leaders;
    }

    public Optional<Leader> leader(String role) {
        return leaders().stream()
                .filter(leader -> leader.role().equals(role) && !leader.released())
                .findFirst();
    }

    /** All faults end: links, signals; whoever is dead starts again. Returns when every node serves. */
    public void heal() {
        nodes.values().forEach(node -> node.way().heal());
        nodes.values().forEach(Node::revive);
        awaitReady();
    }

    /** Until every node serves. */
    public void awaitReady() {
        nodes.values().forEach(node -> node.awaitReady(PATIENCE));
    }

    /** Stops the nodes in order; the database stays, for the checker. */
    public void stopNodes() {
        List<Thread> ends = new ArrayList<>();
        for (Node node : nodes.values()) {
            Thread end = new Thread(node::end, "end-" + node.name());
            end.start();
            ends.add(end);
        }
        for (Thread end : ends) {
            try {
                end.join();
            } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
            }
        }
        gateway.end(5);
    }

    /** Ends everything; also called when the suite itself is told to end. */
    @Override
    public void close() {
        if (closed.compareAndSet(false, true)) {
            stopNodes();
            nodes.values().forEach(node -> node.way().close());
            database.close();
            machine.close();
        }
    }
}
