package dev.baton.server.node;

import dev.baton.server.api.Api;
import dev.baton.server.config.Configuration;
import dev.baton.server.config.Configuration.ServerConfig;
import dev.baton.server.config.DatabaseConfig.Login;
import dev.baton.server.http.Caller;
import dev.baton.server.http.HttpFront;
import dev.baton.server.http.HttpLimits;
import dev.baton.server.http.Json;
import dev.baton.server.http.Router;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CountDownLatch;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** The life of a {@code serve}: starts, says so, waits for the end, ends in order. */
public final class Serve {

    private static final Logger LOG = LoggerFactory.getLogger(Serve.class);

    private Serve() {}

    /** Returns when the process is told to end. */
    public static int run(Configuration configuration) throws Exception {
        Login login = configuration.database().url().orElseThrow();
        CountDownLatch told = new CountDownLatch(1);
        CountDownLatch ended = new CountDownLatch(1);
        Runtime.getRuntime().addShutdownHook(new Thread(() -> end(told, ended), "baton-shutdown"));
        Node node = new Node(configuration, login);
        try (node) {
            Pulse pulse = new Pulse(node.baton());
            HttpFront http = new HttpFront(
                    new Router(Api.routes(node, pulse)),
                    (request, route) -> Caller.LOCAL,
                    HttpLimits.DEFAULT,
                    Optional.empty(),
                    Api::explain);
            ServerConfig server = configuration.server();
            http.start(new HttpFront.Address(server.bind(), server.port(), !server.portGiven()));
            node.feed().start();
            node.feed()
                    .hub()
                    .greet("hello", Json.text(Map.of("node", node.baton().nodeId())));
            LOG.atInfo()
                    .addKeyValue("event", "server_ready")
                    .addKeyValue("node", node.baton().nodeId())
                    .addKeyValue("port", http.port())
                    .log("server_ready");
            told.await();
            http.stop(server.stopTimeout());
        } finally {
            ended.countDown();
        }
        return 0;
    }

    private static void end(CountDownLatch told, CountDownLatch ended) {
        told.countDown();
        try {
            ended.await();
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }
}
