package dev.baton.submissions.gateway;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.sun.net.httpserver.HttpServer;
import dev.baton.submissions.model.GatewaySpec;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;

/** One far side takes connections and says nothing, not even hello: calls of others do not wait for it. */
class SilentGatewayTest {

    private static final Duration LONG = Duration.ofMinutes(2);
    private static final int MANY = 100;

    private static CompletableFuture<GatewayAnswer> send(String url, Duration patience) {
        return HttpKind.http()
                .open(GatewaySpec.of("g", "http", url).timeouts(patience, patience))
                .send(new GatewayCall(
                        "id",
                        "{}".getBytes(StandardCharsets.UTF_8),
                        1,
                        1,
                        1,
                        "00-0af7651916cd43dd8448eb211c80319c-b7ad6b7169203331-01"));
    }

    @Test
    void handshakesThatHangHoldUpNoOtherCall() throws Exception {
        InetAddress here = InetAddress.getLoopbackAddress();
        HttpServer well = HttpServer.create(new InetSocketAddress(here, 0), MANY);
        well.createContext("/", exchange -> {
            exchange.getRequestBody().readAllBytes();
            byte[] body = "{\"status\":\"accepted\"}".getBytes(StandardCharsets.UTF_8);
            exchange.getResponseHeaders().set("Content-Type", "application/json");
            exchange.sendResponseHeaders(200, body.length);
            exchange.getResponseBody().write(body);
            exchange.close();
        });
        well.start();
        try (ServerSocket silent = new ServerSocket(0, 2 * MANY, here)) {
            List<CompletableFuture<GatewayAnswer>> hanging = new ArrayList<>();
            for (int i = 0; i < MANY; i++) {
                hanging.add(send("https://127.0.0.1:" + silent.getLocalPort() + "/", LONG));
            }
            for (int i = 0; i < MANY; i++) {
                assertThat(send("http://127.0.0.1:" + well.getAddress().getPort() + "/", LONG)
                                .get(LONG.toSeconds(), TimeUnit.SECONDS)
                                .outcome()
                                .status())
                        .isNotNull();
            }
            assertThat(hanging).noneMatch(CompletableFuture::isDone);
            assertThatThrownBy(() -> send("https://127.0.0.1:" + silent.getLocalPort() + "/", Duration.ofMillis(50))
                            .join())
                    .isInstanceOf(CompletionException.class);
            hanging.forEach(call -> call.cancel(true));
        } finally {
            well.stop(0);
        }
    }
}
