package dev.baton.server.http;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.baton.server.http.HttpFront.Address;
import dev.baton.testkit.TestPatience;
import java.io.IOException;
import java.net.BindException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledOnOs;
import org.junit.jupiter.api.condition.OS;

class HttpFrontTest {

    private final HttpFront front = new HttpFront(
            new Router(List.of(Route.get("/", Access.OPEN, call -> Answer.empty(200)))),
            (request, client, route) -> {
                throw new AssertionError("nobody calls");
            },
            HttpLimits.ofThisProcess(),
            TrustedProxies.NONE,
            Optional.empty(),
            error -> Optional.empty());

    @AfterEach
    void close() throws Exception {
        front.close();
    }

    /** Whatever a route takes: all bodies together have so much room, and give it back. */
    @Test
    void aBodyForWhichThereIsNoRoomIsRefused() throws Exception {
        Duration patience = TestPatience.LONGEST_WAIT;
        HttpLimits limits = new HttpLimits(
                8 * 1024,
                12,
                100,
                100,
                1_000,
                1 << 20,
                new HttpLimits.Patience(patience, patience, patience, patience));
        Route route = Route.post("/", Access.OPEN, call -> Answer.empty(204)).withBodyUpTo(1 << 20);
        try (HttpFront narrow = new HttpFront(
                new Router(List.of(route)),
                (request, client, wanted) -> Caller.NOBODY,
                limits,
                TrustedProxies.NONE,
                Optional.empty(),
                error -> Optional.empty())) {
            narrow.start(new Address("127.0.0.1", 0, false));
            for (int i = 0; i < 3; i++) {
                stopHalfway(narrow.port());
                assertThat(post(narrow.port(), 600)).isEqualTo(204);
                assertThat(post(narrow.port(), 5_000)).isEqualTo(503);
            }
        }
    }

    /** With room that it had already. */
    private static void stopHalfway(int port) throws IOException {
        String begun = "POST / HTTP/1.1\r\nHost: a\r\nContent-Length: 900\r\n\r\n" + "x".repeat(600);
        try (Socket socket = new Socket(InetAddress.getLoopbackAddress(), port)) {
            socket.setSoTimeout((int) TestPatience.LONGEST_WAIT.toMillis());
            socket.getOutputStream().write(begun.getBytes(StandardCharsets.US_ASCII));
            socket.shutdownOutput();
            socket.getInputStream().readAllBytes(); // until it was dropped
        }
    }

    private static int post(int port, int bytes) throws Exception {
        HttpRequest request = HttpRequest.newBuilder(URI.create("http://127.0.0.1:" + port + "/"))
                .timeout(TestPatience.LONGEST_WAIT)
                .POST(BodyPublishers.ofByteArray(new byte[bytes]))
                .build();
        return HttpClient.newHttpClient()
                .send(request, BodyHandlers.discarding())
                .statusCode();
    }

    @Test
    void movesOnFromAPortOnWhichSomebodyListens() throws Exception {
        try (ServerSocket other = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
            front.start(new Address("127.0.0.1", other.getLocalPort(), true));
            assertThat(front.port()).isGreaterThan(other.getLocalPort());
        }
    }

    @Test
    void movesOnFromAPortThatIsBoundWithoutAListener() throws Exception {
        try (Socket other = new Socket()) {
            other.bind(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0));
            front.start(new Address("127.0.0.1", other.getLocalPort(), true));
            assertThat(front.port()).isGreaterThan(other.getLocalPort());
        }
    }

    @Test
    @EnabledOnOs(value = OS.LINUX, disabledReason = "elsewhere 127.0.0.1 is the only address sure to be there")
    void movesOnForAllAddressesFromAPortThatOneOfThemHas() throws Exception {
        try (ServerSocket other = new ServerSocket(0, 1, InetAddress.getByName("127.0.0.2"))) {
            front.start(new Address("0.0.0.0", other.getLocalPort(), true));
            assertThat(front.port()).isGreaterThan(other.getLocalPort());
        }
    }

    @Test
    void refusesATakenPortThatWasAskedFor() throws Exception {
        try (ServerSocket other = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
            Address address = new Address("127.0.0.1", other.getLocalPort(), false);
            assertThatThrownBy(() -> front.start(address))
                    .isInstanceOf(BindException.class)
                    .hasMessageContaining("port " + other.getLocalPort() + " on 127.0.0.1 is taken");
        }
    }

    @Test
    void givesTheSystemsReasonWhereTheAddressIsNotOurs() {
        Address address = new Address("192.0.2.1", 18_999, true);
        assertThatThrownBy(() -> front.start(address))
                .isInstanceOf(IOException.class)
                .hasMessageStartingWith("cannot listen on 192.0.2.1, port 18999: ");
    }
}
