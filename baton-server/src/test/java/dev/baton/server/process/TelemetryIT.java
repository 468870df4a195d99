package dev.baton.server.process;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import com.sun.net.httpserver.HttpServer;
import dev.baton.testkit.TestPatience;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.charset.StandardCharsets;
import java.util.HexFormat;
import java.util.Map;
import java.util.Queue;
import java.util.UUID;
import java.util.concurrent.ConcurrentLinkedQueue;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

class TelemetryIT {

    private final Queue<String> received = new ConcurrentLinkedQueue<>();
    private HttpServer collector;

    @BeforeEach
    void listen() throws Exception {
        collector = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
        collector.createContext("/", exchange -> {
            received.add(exchange.getRequestURI()
                    + new String(exchange.getRequestBody().readAllBytes(), StandardCharsets.ISO_8859_1));
            exchange.sendResponseHeaders(200, -1);
            exchange.close();
        });
        collector.start();
    }

    @AfterEach
    void stopListening() {
        collector.stop(0);
    }

    /** The names stand in the messages as they are, and so do the bytes of a trace: enough to see that they are sent. */
    @Test
    void spansGoWhereTheEnvironmentSaysAndNothingElseDoes() throws Exception {
        Map<String, String> environment = Map.of(
                "OTEL_EXPORTER_OTLP_ENDPOINT",
                "http://127.0.0.1:" + collector.getAddress().getPort(),
                "OTEL_BSP_SCHEDULE_DELAY",
                "200");
        String database = "jdbc:h2:mem:" + UUID.randomUUID();
        try (BatonProcess node = BatonProcess.serve(environment, "--db", database, "--port", "0")) {
            String trace = "0af7651916cd43dd8448eb211c80319c";
            node.post(
                    "/v1/intents?waitSeconds=30",
                    "{\"intentId\": \"i\", \"submissionTarget\": \"sample\"}",
                    "traceparent",
                    "00-" + trace + "-b7ad6b7169203331-01");

            await().atMost(TestPatience.LONGEST_WAIT)
                    .untilAsserted(() -> assertThat(String.join("", received))
                            .contains("baton.accept", "baton.attempt", "baton.gateway_call", "baton.leader_acquired")
                            .contains(new String(HexFormat.of().parseHex(trace), StandardCharsets.ISO_8859_1)));
            assertThat(received).allMatch(message -> message.startsWith("/v1/traces"));
            assertThat(node.terminate()).isZero();
        }
    }
}
