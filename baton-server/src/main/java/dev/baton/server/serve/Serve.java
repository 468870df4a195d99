package dev.baton.server.serve;

import dev.baton.server.api.Api;
import dev.baton.server.config.Configuration;
import dev.baton.server.config.Configuration.ServerBounds;
import dev.baton.server.config.Configuration.ServerConfig;
import dev.baton.server.config.DatabaseConfig.Login;
import dev.baton.server.config.ReloadedSetting;
import dev.baton.server.http.Caller;
import dev.baton.server.http.HttpFront;
import dev.baton.server.http.HttpLimits;
import dev.baton.server.http.Json;
import dev.baton.server.http.Router;
import dev.baton.server.http.TrustedProxies;
import dev.baton.server.node.DatabaseProbe;
import dev.baton.server.node.Node;
import dev.baton.server.postgres.EmbeddedPostgres;
import dev.baton.server.security.AccessControl;
import dev.baton.server.store.SessionRows;
import dev.baton.support.Threads;
import java.io.PrintWriter;
import java.net.URI;
import java.time.Clock;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.IntConsumer;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The life of a {@code serve}. Starts database, node and HTTP, says so, waits to be told to end, and ends in the opposite
 * order: stop accepting, finish what is under way, leave the roles, close.
 */
public final class Serve implements AutoCloseable {

    private static final Logger LOG = LoggerFactory.getLogger(Serve.class);

    private static final Duration LAST_WORDS = Duration.ofSeconds(10);

    /** What ends last comes first. */
    private final Deque<AutoCloseable> parts = new ArrayDeque<>();

    private final Configuration configuration;
    private Optional<ReloadedSetting<TlsKeys>> tls = Optional.empty();
    private AccessControl access;
    private HttpFront http;
    private HttpFront management;

    private Serve(Configuration configuration) {
        this.configuration = configuration;
        AccessControl.check(configuration);
    }

    /**
     * Returns when the process was told to end and everything of ours has ended. The process itself ends when all its
     * shutdown hooks have: others in it may have something to close as well.
     *
     * @param out where a person reads where to look
     */
    public static void run(Configuration configuration, PrintWriter out) throws Exception {
        run(configuration, out, status -> {});
    }

    /** The same in a process that does nothing else: an end in order is a success, though a signal asked for it. */
    public static void runAlone(Configuration configuration, PrintWriter out) throws Exception {
        run(configuration, out, Runtime.getRuntime()::halt);
    }

    private static void run(Configuration configuration, PrintWriter out, IntConsumer end) throws Exception {
        CountDownLatch told = new CountDownLatch(1);
        CountDownLatch ended = new CountDownLatch(1);
        AtomicReference<IntConsumer> atTheEnd = new AtomicReference<>(status -> {});
        Duration bound = configuration.server().stopTimeout().plus(LAST_WORDS);
        Runtime.getRuntime().addShutdownHook(new Thread(() -> end(told, ended, bound, atTheEnd), "baton-shutdown"));
        try (Serve serve = new Serve(configuration)) {
            serve.start();
            atTheEnd.set(end);
            out.println("Baton: the dashboard is at " + serve.url());
            out.flush();
            told.await();
        } finally {
            ended.countDown();
        }
    }

    /** Serves, has somebody visit it, and ends. */
    public static void runForVisit(Configuration configuration, Visit visit) throws Exception {
        try (Serve serve = new Serve(configuration)) {
            serve.start();
            visit.at(URI.create(serve.url()));
        }
    }

    /** What somebody does with a server that is ready. */
    @FunctionalInterface
    public interface Visit {
        void at(URI url) throws Exception;
    }

    /** A signal came: has everything end in order, within a bound. */
    private static void end(
            CountDownLatch told, CountDownLatch ended, Duration bound, AtomicReference<IntConsumer> atTheEnd) {
        told.countDown();
        try {
            boolean inTime = ended.await(bound.toMillis(), TimeUnit.MILLISECONDS);
            if (!inTime) {
                LOG.error("not everything has ended within {} s: ending all the same", bound.toSeconds());
            }
            atTheEnd.get().accept(inTime ? 0 : 1);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    private void start() throws Exception {
        loadAhead();
        tls = configuration
                .security()
                .tls()
                .map(files -> new ReloadedSetting<>("TLS keys", TlsKeys.read(files), () -> TlsKeys.read(files)));
        Login login = configuration.database().url().orElseGet(this::embedded);
        Node node = new Node(configuration, login);
        parts.push(node);
        access = AccessControl.of(configuration, new SessionRows(node.sql()), Clock.systemUTC());
        parts.push(access);
        DatabaseProbe probe = new DatabaseProbe(node.baton());
        http = new HttpFront(
                new Router(Api.routes(node, probe, access)),
                Api.gatekeeper(node, access),
                limits(),
                access.proxies(),
                keyStore(),
                Api::explain);
        ServerConfig server = configuration.server();
        if (server.managementPort().isPresent()) {
            management(node, probe, server.managementPort().get());
        }
        http.start(new HttpFront.Address(server.bind(), server.port(), !server.portGiven()));
        parts.push(() -> http.stop(server.stopTimeout().dividedBy(4)));
        parts.push(new SettingsWatch(this::reload));
        Api.fillFeed(node);
        parts.push(node.feed()); // first, or viewers would hold up the stop
        LOG.atInfo()
                .addKeyValue("event", "server_ready")
                .addKeyValue("node", node.baton().nodeId())
                .addKeyValue("holder_id", node.baton().holderId())
                .addKeyValue("port", http.port())
                .log("server_ready");
    }

    private void reload() {
        configuration.reload();
        access.endRevoked();
        tls.ifPresent(this::reloadKeys);
    }

    private void reloadKeys(ReloadedSetting<TlsKeys> keys) {
        TlsKeys before = keys.get();
        keys.reload();
        if (keys.get().equals(before)) {
            return;
        }
        try {
            http.useKeys(keys.get().forHttp());
            if (management != null) {
                management.useKeys(keys.get().forHttp());
            }
        } catch (Exception e) {
            LOG.error("the new TLS keys cannot be used", e);
        }
    }

    /** HTTP is loaded while the database is asked: the second core has nothing else to do. */
    private void loadAhead() {
        Thread loading = Threads.daemon("baton-load-ahead", () -> {
            Json.text(Map.of());
            new HttpFront(
                    new Router(List.of()),
                    (request, client, route) -> Caller.NOBODY,
                    limits(),
                    TrustedProxies.NONE,
                    Optional.empty(),
                    Api::explain);
        });
        loading.start();
    }

    /**
     * Threads and connections of its own: whatever is asked of the node elsewhere, its probes are answered. Whoever probes does
     * it himself, so no PROXY header is needed.
     */
    private void management(Node node, DatabaseProbe probe, int port) throws Exception {
        management = new HttpFront(
                new Router(Api.managementRoutes(node, probe)),
                Api.gatekeeper(node, access),
                HttpLimits.forProbes(),
                access.proxies().withoutProxyProtocol(),
                keyStore(),
                Api::explain);
        management.start(new HttpFront.Address(configuration.server().bind(), port, false));
        parts.push(management);
    }

    private HttpLimits limits() {
        ServerBounds bounds = configuration.server().bounds();
        return HttpLimits.ofThisProcess().connections(bounds.connections(), bounds.perAddress());
    }

    private Login embedded() {
        EmbeddedPostgres postgres = EmbeddedPostgres.in(configuration.server().data());
        Login login = postgres.join();
        parts.push(postgres);
        return login;
    }

    private Optional<HttpFront.Tls> keyStore() {
        return tls.map(keys -> keys.get().forHttp());
    }

    private String url() {
        String bind = configuration.server().bind();
        String host = bind.equals("0.0.0.0") || bind.equals("::")
                ? "localhost"
                : bind.contains(":") ? "[" + bind + "]" : bind;
        return (configuration.security().tls().isPresent() ? "https" : "http") + "://" + host + ":" + http.port() + "/";
    }

    @Override
    public void close() {
        while (!parts.isEmpty()) {
            try {
                parts.pop().close();
            } catch (Exception e) {
                LOG.warn("something did not end well", e);
            }
        }
    }
}
