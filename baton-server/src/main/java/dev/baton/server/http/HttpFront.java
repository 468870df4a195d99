package dev.baton.server.http;

import java.io.IOException;
import java.net.BindException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.net.SocketTimeoutException;
import java.security.KeyStore;
import java.time.Duration;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Function;
import org.eclipse.jetty.http.UriCompliance;
import org.eclipse.jetty.http.UriCompliance.Violation;
import org.eclipse.jetty.server.ConnectionFactory;
import org.eclipse.jetty.server.HttpConfiguration;
import org.eclipse.jetty.server.HttpConnectionFactory;
import org.eclipse.jetty.server.Request;
import org.eclipse.jetty.server.Response;
import org.eclipse.jetty.server.SecureRequestCustomizer;
import org.eclipse.jetty.server.Server;
import org.eclipse.jetty.server.ServerConnector;
import org.eclipse.jetty.server.SslConnectionFactory;
import org.eclipse.jetty.server.handler.GracefulHandler;
import org.eclipse.jetty.util.Callback;
import org.eclipse.jetty.util.VirtualThreads;
import org.eclipse.jetty.util.ssl.SslContextFactory;
import org.eclipse.jetty.util.thread.QueuedThreadPool;

/** The HTTP server: Jetty, bounded in every direction. Started once, stopped once. */
public final class HttpFront implements AutoCloseable {

    private static final int PORTS_TO_TRY = 100;
    private static final int ANSWER_MS = 1_000;
    private static final int FIRST_FREE_FOR_ALL = 1_024;
    private static final int LAST_PORT = 65_535;

    private final Server server;
    private final ServerConnector connector;
    private SslContextFactory.Server context;

    /**
     * Where to listen.
     *
     * @param movesOn whether a taken port is left for the next free one
     */
    public record Address(String bind, int port, boolean movesOn) {}

    /**
     * What TLS needs.
     *
     * @param keys of this server
     * @param clients whose certificates are taken from clients; those that show none are let through to say who they are
     */
    public record Tls(KeyStore keys, String password, Optional<KeyStore> clients) {

        private void fill(SslContextFactory.Server context) {
            context.setKeyStore(keys);
            context.setKeyStorePassword(password);
            context.setTrustStore(clients.orElse(null));
            context.setWantClientAuth(clients.isPresent());
        }

        /** Nothing secret. */
        @Override
        public String toString() {
            return "TLS";
        }
    }

    public HttpFront(
            Router router,
            Gatekeeper gatekeeper,
            HttpLimits limits,
            TrustedProxies proxies,
            Optional<Tls> tls,
            Function<Throwable, Optional<Problem>> explain) {
        QueuedThreadPool threads = new QueuedThreadPool(limits.threads(), Math.min(4, limits.threads()));
        threads.setName("http");
        threads.setDaemon(true);
        if (VirtualThreads.areSupported()) {
            threads.setVirtualThreadsExecutor(VirtualThreads.getDefaultVirtualThreadsExecutor());
        }
        this.server = new Server(threads);
        this.connector = connector(limits, proxies, tls);
        server.addConnector(connector);
        ConnectionWatch watch = new ConnectionWatch(connector.getScheduler(), limits, proxies);
        connector.addBean(watch);
        GracefulHandler graceful = new GracefulHandler();
        graceful.setHandler(new RequestHandler(router, gatekeeper, proxies, watch, limits, explain));
        server.setHandler(graceful);
        server.setErrorHandler(HttpFront::error);
    }

    private ServerConnector connector(HttpLimits limits, TrustedProxies proxies, Optional<Tls> tls) {
        HttpConfiguration http = new HttpConfiguration();
        http.setSendServerVersion(false);
        http.setRequestHeaderSize(limits.headers());
        // Paths are split before they are decoded, so what is ambiguous to others is not ambiguous here.
        http.setUriCompliance(UriCompliance.from(EnumSet.of(
                Violation.AMBIGUOUS_PATH_SEPARATOR,
                Violation.AMBIGUOUS_PATH_ENCODING,
                Violation.AMBIGUOUS_PATH_SEGMENT,
                Violation.AMBIGUOUS_PATH_PARAMETER,
                Violation.AMBIGUOUS_EMPTY_SEGMENT,
                Violation.SUSPICIOUS_PATH_CHARACTERS)));
        HttpConnectionFactory plain = new HeaderCountLimit(http);
        List<ConnectionFactory> layers = new ArrayList<>();
        if (tls.isPresent()) {
            http.addCustomizer(new SecureRequestCustomizer(false));
            context = new SslContextFactory.Server();
            tls.get().fill(context);
            context.setIncludeProtocols("TLSv1.3", "TLSv1.2");
            layers.add(new SslConnectionFactory(context, plain.getProtocol()));
        }
        layers.add(plain);
        if (proxies.proxyProtocol()) {
            layers.add(0, new ProxyProtocol(proxies, layers.get(0).getProtocol()));
        }
        ServerConnector made = new ServerConnector(server, 1, 1, layers.toArray(ConnectionFactory[]::new));
        made.setIdleTimeout(limits.patience().idle().toMillis());
        made.setAcceptQueueSize(512);
        return made;
    }

    /** Refusals that Jetty makes itself, in our shape. */
    private static boolean error(Request request, Response response, Callback callback) {
        int status = response.getStatus();
        Object said = request.getAttribute("org.eclipse.jetty.server.error_message");
        String code = status >= 500 ? "internal_error" : "invalid_request";
        byte[] body = Json.bytes(Map.of(
                "error", Map.of("code", code, "message", said == null ? "HTTP " + status : String.valueOf(said))));
        response.getHeaders().put("Content-Type", "application/json");
        response.getHeaders().put("X-Content-Type-Options", "nosniff");
        response.write(true, java.nio.ByteBuffer.wrap(body), callback);
        return true;
    }

    /**
     * Listens.
     *
     * @throws BindException with one sentence, if the port is taken
     */
    public void start(Address address) throws Exception {
        connector.setHost(address.bind());
        int last = address.movesOn() ? Math.min(LAST_PORT, address.port() + PORTS_TO_TRY) : address.port();
        for (int port = address.port(); ; port++) {
            connector.setPort(port);
            try {
                connector.open();
                break;
            } catch (IOException e) {
                if (!isTaken(address.bind(), port)) {
                    throw new IOException(
                            "cannot listen on " + address.bind() + ", port " + port + ": " + message(e), e);
                }
                if (port >= last) {
                    throw taken(address, port, e);
                }
            }
        }
        server.start();
    }

    private static BindException taken(Address address, int port, IOException cause) {
        BindException refusal = new BindException("port " + port + " on " + address.bind()
                + " is taken: stop what listens there, or choose another with --port");
        refusal.initCause(cause);
        return refusal;
    }

    /**
     * Whether the port is the reason, and not the address. The system names its reason in the user's language, so nothing
     * is read from that: an address of which another port can be had has a taken one. Below 1024 the reason may be a lack
     * of rights, so there somebody has to listen.
     */
    private static boolean isTaken(String bind, int port) {
        return port < FIRST_FREE_FOR_ALL ? someoneListens(bind, port) : anotherPortCanBeHad(bind);
    }

    private static boolean anotherPortCanBeHad(String bind) {
        try (ServerSocket socket = new ServerSocket()) {
            socket.bind(new InetSocketAddress(bind, 0));
            return true;
        } catch (IOException e) {
            return false;
        }
    }

    private static boolean someoneListens(String bind, int port) {
        try (Socket socket = new Socket()) {
            InetAddress address = InetAddress.getByName(bind);
            socket.connect(
                    new InetSocketAddress(
                            address.isAnyLocalAddress() ? InetAddress.getLoopbackAddress() : address, port),
                    ANSWER_MS);
            return true;
        } catch (SocketTimeoutException e) {
            return true;
        } catch (IOException e) {
            return false;
        }
    }

    private static String message(IOException error) {
        return error.getCause() == null ? error.getMessage() : error.getCause().getMessage();
    }

    /**
     * Has new connections use other keys; those that are open keep theirs.
     *
     * @throws Exception if they cannot be used
     */
    public void useKeys(Tls tls) throws Exception {
        context.reload(same -> tls.fill(context));
    }

    /** Where it listens now. */
    public int port() {
        return connector.getLocalPort();
    }

    /** Accepts nothing new, lets what is under way finish for so long, then ends. */
    public void stop(Duration atMost) throws Exception {
        server.setStopTimeout(atMost.toMillis());
        server.stop();
    }

    @Override
    public void close() throws Exception {
        stop(Duration.ZERO);
    }
}
