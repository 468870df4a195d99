package dev.baton.server.http;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.baton.server.http.HttpFront.Address;
import dev.baton.testkit.TestPatience;
import java.io.IOException;
import java.io.InputStream;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Clients that hold on to what they have: within bounds, and never so that others are not served. */
class SlowClientsTest {

    private static final int LARGE = 64 << 20;
    private static final String REQUEST = "GET / HTTP/1.1\r\nHost: localhost\r\n\r\n";
    private static final Duration LONG = Duration.ofMinutes(5);

    private final List<Socket> sockets = new ArrayList<>();
    private HttpFront front;

    /** Everybody on this machine begins with a PROXY header. */
    private static final TrustedProxies PROXIES =
            new TrustedProxies(List.of(TrustedProxies.Network.of("127.0.0.0/8")), "X-Forwarded-For", true);

    private void start(int connections, int perAddress, Duration header, Duration answer) throws Exception {
        start(connections, perAddress, header, answer, TrustedProxies.NONE);
    }

    private void start(int connections, int perAddress, Duration header, Duration answer, TrustedProxies proxies)
            throws Exception {
        Router router = new Router(List.of(
                Route.get("/", Access.OPEN, call -> Answer.text(200, "ok\n")),
                Route.get("/large", Access.OPEN, call -> Answer.bytes("text/plain", new byte[LARGE]))));
        HttpLimits limits = new HttpLimits(
                8 * 1024,
                12,
                connections,
                perAddress,
                1 << 20,
                1 << 20,
                new HttpLimits.Patience(header, LONG, answer, LONG));
        front = new HttpFront(
                router,
                (request, client, route) -> Caller.NOBODY,
                limits,
                proxies,
                Optional.empty(),
                error -> Optional.empty());
        front.start(new Address("127.0.0.1", 0, false));
    }

    @AfterEach
    void close() throws Exception {
        for (Socket socket : sockets) {
            socket.close();
        }
        front.close();
    }

    private Socket connect(String from) throws IOException {
        Socket socket = new Socket();
        sockets.add(socket);
        socket.bind(new InetSocketAddress(InetAddress.getByName(from), 0));
        socket.connect(new InetSocketAddress(InetAddress.getLoopbackAddress(), front.port()));
        socket.setSoTimeout((int) TestPatience.LONGEST_WAIT.toMillis());
        return socket;
    }

    private static void send(Socket socket, String text) throws IOException {
        socket.getOutputStream().write(text.getBytes(StandardCharsets.ISO_8859_1));
    }

    private static boolean isAnswered(Socket socket) {
        try {
            send(socket, REQUEST);
            byte[] start = socket.getInputStream().readNBytes(12);
            return new String(start, StandardCharsets.ISO_8859_1).equals("HTTP/1.1 200");
        } catch (IOException e) {
            return false;
        }
    }

    /** One more byte, and whether nobody takes it any more. */
    private static boolean isCutOff(Socket socket) {
        try {
            send(socket, "x");
            return false;
        } catch (IOException e) {
            return true;
        }
    }

    @Test
    void aHeadThatTricklesIsCutOffByADeadline() throws Exception {
        start(100, 100, Duration.ofSeconds(2), LONG);
        Socket socket = connect("127.0.0.1");
        send(socket, "GET / HTTP/1.1\r\nX: ");
        await().atMost(TestPatience.LONGEST_WAIT).until(() -> isCutOff(socket));
    }

    @Test
    void soIsTheHeadOfALaterRequest() throws Exception {
        start(100, 100, Duration.ofSeconds(2), LONG);
        Socket socket = connect("127.0.0.1");
        assertThat(isAnswered(socket)).isTrue();
        send(socket, "GET / HTTP/1.1\r\nX: ");
        await().atMost(TestPatience.LONGEST_WAIT).until(() -> isCutOff(socket));
    }

    @Test
    void aConnectionThatSaysNothingAtFirstIsCutOff() throws Exception {
        start(100, 100, Duration.ofSeconds(2), LONG);
        assertThat(connect("127.0.0.1").getInputStream().read()).isEqualTo(-1);
    }

    @ParameterizedTest
    @ValueSource(strings = {"", "PRO", "PROXY TCP4 203.0.113.9 127", "\r\n\r\n\0\r\nQUIT\n!\u0011\0\f123"})
    void soIsOneWithPartOfAProxyHeader(String part) throws Exception {
        start(100, 100, Duration.ofSeconds(2), LONG, PROXIES);
        Socket socket = connect("127.0.0.1");
        send(socket, part);
        assertThat(socket.getInputStream().read()).isEqualTo(-1);
    }

    @Test
    void connectionsWithPartOfAProxyHeaderAreCountedToo() throws Exception {
        start(20, 1_000, LONG, LONG, PROXIES);
        List<Socket> held = new ArrayList<>();
        for (int i = 0; i < 60; i++) {
            Socket socket = connect("127.0.0.1");
            send(socket, "PROXY TCP4 203.0.113.9 1");
            held.add(socket);
        }
        await().atMost(TestPatience.LONGEST_WAIT)
                .until(() -> held.stream().filter(SlowClientsTest::isCutOff).count() >= 40);
        await().atMost(TestPatience.LONGEST_WAIT).until(() -> {
            Socket socket = connect("127.0.0.1");
            send(socket, "PROXY TCP4 203.0.113.9 127.0.0.1 5000 80\r\n");
            return isAnswered(socket);
        });
    }

    @Test
    void whoHoldsAllConnectionsKeepsNobodyOut() throws Exception {
        start(20, 1_000, LONG, LONG);
        List<Socket> held = new ArrayList<>();
        for (int i = 0; i < 60; i++) {
            Socket socket = connect("127.0.0.1");
            send(socket, "GET / HTTP/1.1\r\nX: ");
            held.add(socket);
        }
        await().atMost(TestPatience.LONGEST_WAIT).until(() -> isAnswered(connect("127.0.0.1")));
        await().atMost(TestPatience.LONGEST_WAIT)
                .until(() -> held.stream().filter(SlowClientsTest::isCutOff).count() >= 40);
    }

    @Test
    @EnabledOnOs(value = OS.LINUX, disabledReason = "elsewhere 127.0.0.1 is the only address sure to be there")
    void oneAddressHasOnlySoManyAndOthersTheirOwn() throws Exception {
        start(1_000, 5, LONG, LONG);
        Socket other = connect("127.0.0.3");
        assertThat(isAnswered(other)).isTrue();
        List<Socket> held = new ArrayList<>();
        for (int i = 0; i < 6; i++) {
            Socket socket = connect("127.0.0.2");
            assertThat(isAnswered(socket)).isTrue();
            held.add(socket);
        }
        await().atMost(TestPatience.LONGEST_WAIT).until(() -> held.stream().anyMatch(SlowClientsTest::isCutOff));
        assertThat(isAnswered(connect("127.0.0.3"))).isTrue();
        assertThat(isCutOff(other)).isFalse();
    }

    @Test
    void anAnswerThatNobodyTakesIsNotKept() throws Exception {
        start(100, 100, LONG, Duration.ofSeconds(2));
        Socket socket = connect("127.0.0.1");
        send(socket, "GET /large HTTP/1.1\r\nHost: localhost\r\n\r\n");
        await().atMost(TestPatience.LONGEST_WAIT).until(() -> isCutOff(socket));
        assertThat(rest(socket.getInputStream())).isLessThan(LARGE);
    }

    private static long rest(InputStream in) {
        long bytes = 0;
        try {
            byte[] buffer = new byte[64 * 1024];
            for (int read = in.read(buffer); read >= 0; read = in.read(buffer)) {
                bytes += read;
            }
        } catch (IOException e) {
            return bytes; // a connection that is cut off may end so as well
        }
        return bytes;
    }
}
