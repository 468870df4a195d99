package dev.baton.server.process;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import com.sun.net.httpserver.HttpServer;
import dev.baton.testkit.TestPatience;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import java.util.UUID;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A name that was public when the node started, and leads into the machine afterwards. */
class ChangingNamesIT {

    private static final String NAME = "callee.example";

    @TempDir
    private Path folder;

    private final AtomicInteger called = new AtomicInteger();
    private HttpServer inside;

    @BeforeEach
    void listen() throws Exception {
        inside = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
        inside.createContext("/", exchange -> {
            called.incrementAndGet();
            exchange.sendResponseHeaders(200, -1);
            exchange.close();
        });
        inside.start();
    }

    @AfterEach
    void stop() {
        inside.stop(0);
    }

    @Test
    void aNameThatComesToLeadInsideIsNotCalled() throws Exception {
        Path hosts = Files.writeString(folder.resolve("hosts"), "93.184.216.34 " + NAME + "\n");
        Path toml = Files.writeString(folder.resolve("baton.toml"), """
                [jobs.handlers.call]
                type = "http"
                url = "http://NAME:PORT/"
                """.replace("NAME", NAME)
                .replace("PORT", Integer.toString(inside.getAddress().getPort())));
        Map<String, String> names =
                Map.of("JAVA_TOOL_OPTIONS", "-Djdk.net.hosts.file=" + hosts + " -Dsun.net.inetaddr.ttl=1");
        String database = "jdbc:h2:mem:" + UUID.randomUUID();
        try (BatonProcess node =
                BatonProcess.serve(names, "--config", toml.toString(), "--db", database, "--port", "0")) {
            Files.writeString(hosts, "127.0.0.1 " + NAME + "\n");
            node.post("/v1/jobs", "{\"job\": \"call\"}");
            await().atMost(TestPatience.LONGEST_WAIT)
                    .until(() -> node.get("/v1/dead-letters").body().contains("is 127.0.0.1, which is not public"));
            assertThat(called).hasValue(0);
        }
    }
}
