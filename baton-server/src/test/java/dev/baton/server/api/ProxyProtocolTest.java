package dev.baton.server.api;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.baton.server.TestNode;
import dev.baton.server.TestNode.Reply;
import dev.baton.server.config.ConfigException;
import dev.baton.server.crypto.Secrets;
import dev.baton.testkit.Installed;
import dev.baton.testkit.TestPatience;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HexFormat;
import java.util.List;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Connections that begin with a PROXY header: whose word is taken, what it changes, and what it never does. */
class ProxyProtocolTest {

    private static final String TOKEN = "admin-token-0123456789";
    private static final String WRONG = "wrong-guess-0123456789";
    private static final int MOST_GUESSES = 300;
    private static final String TOKENS =
            "[[security.tokens]]\nname = 'ada'\nrole = 'admin'\nsha256 = '" + Secrets.sha256(TOKEN) + "'\n";

    /** Everybody on this machine is a proxy here. */
    private static final String TRUSTING = "[security]\ntrusted_proxies = ['127.0.0.0/8']\nproxy_protocol = true\n";

    /** Nobody here is. */
    private static final String DISTANT = "[security]\ntrusted_proxies = ['192.0.2.1']\nproxy_protocol = true\n";

    private static byte[] v1(String client) {
        return ("PROXY TCP4 " + client + " 127.0.0.1 5000 80\r\n").getBytes(StandardCharsets.US_ASCII);
    }

    private static byte[] v2(String client) {
        String address = HexFormat.of().formatHex(address(client));
        return HexFormat.of().parseHex("0d0a0d0a000d0a515549540a" + "2111000c" + address + "7f000001" + "13880050");
    }

    private static byte[] address(String literal) {
        byte[] bytes = new byte[4];
        String[] parts = literal.split("\\.");
        for (int i = 0; i < bytes.length; i++) {
            bytes[i] = (byte) Integer.parseInt(parts[i]);
        }
        return bytes;
    }

    /** What comes back, all of it; empty where the connection is closed without a word. */
    private static byte[] exchange(InetSocketAddress from, int port, byte[] header, String request) throws IOException {
        try (Socket socket = new Socket()) {
            socket.bind(from);
            socket.connect(new InetSocketAddress(InetAddress.getLoopbackAddress(), port));
            socket.setSoTimeout((int) TestPatience.LONGEST_WAIT.toMillis());
            ByteArrayOutputStream whole = new ByteArrayOutputStream();
            whole.writeBytes(header);
            whole.writeBytes(request.getBytes(StandardCharsets.US_ASCII));
            socket.getOutputStream().write(whole.toByteArray());
            return socket.getInputStream().readAllBytes();
        }
    }

    private static String request(String path, String token) {
        return "GET " + path + " HTTP/1.1\r\nHost: 127.0.0.1\r\nConnection: close\r\n"
                + (token.isEmpty() ? "" : "Authorization: Bearer " + token + "\r\n") + "\r\n";
    }

    private static Reply ask(TestNode node, byte[] header, String token) throws IOException {
        return Replies.parse(exchange(null, node.port(), header, request("/v1/leaders", token)));
    }

    @Test
    void eachClientBehindATrustedProxyHasItsOwnLimits() throws Exception {
        try (TestNode node = new TestNode(TRUSTING + TOKENS)) {
            boolean limited = false;
            for (int i = 0; !limited && i < MOST_GUESSES; i++) {
                limited = ask(node, v1("203.0.113.9"), WRONG).status() == 429
                        && ask(node, v2("203.0.113.9"), WRONG).status() == 429;
            }
            assertThat(limited).isTrue();
            assertThat(ask(node, v2("203.0.113.10"), WRONG).status()).isEqualTo(401);
            assertThat(ask(node, v2("203.0.113.9"), TOKEN).status()).isEqualTo(200);
        }
    }

    @Test
    void theAuditHasTheClientsAddress() throws Exception {
        try (TestNode node = new TestNode(TRUSTING + TOKENS)) {
            String body = "{\"token\": \"" + TOKEN + "\"}";
            String signIn = "POST /v1/session HTTP/1.1\r\nHost: 127.0.0.1\r\nConnection: close\r\nContent-Type:"
                    + " application/json\r\nContent-Length: " + body.length() + "\r\n\r\n" + body;
            assertThat(Replies.parse(exchange(null, node.port(), v2("203.0.113.77"), signIn))
                            .status())
                    .isEqualTo(200);
            Reply audit = Replies.parse(exchange(null, node.port(), v1("203.0.113.78"), request("/v1/audit", TOKEN)));
            assertThat(audit.body()).contains("203.0.113.77").doesNotContain("127.0.0.1");
        }
    }

    @Test
    void whoComesThroughAProxyIsNotSomebodyOnThisMachine() throws Exception {
        try (TestNode node = new TestNode(TRUSTING)) {
            for (byte[] header : List.of(v1("127.0.0.1"), v2("127.0.0.1"), v1("203.0.113.9"), v2("203.0.113.9"))) {
                assertThat(ask(node, header, "").status()).isEqualTo(401);
            }
        }
        try (TestNode node = new TestNode(TRUSTING.replace("127.0.0.0/8", "127.0.0.1"))) {
            assertThat(ask(node, v2("127.0.0.9"), "").status())
                    .as("an address of this machine that is no proxy itself")
                    .isEqualTo(401);
        }
    }

    /** In TCP mode the client writes them, also where the PROXY header names nobody, or one of the proxies. */
    @Test
    void headersOfTheRequestAreNotBelieved() throws Exception {
        List<byte[]> headers = List.of(
                "PROXY UNKNOWN\r\n".getBytes(StandardCharsets.US_ASCII),
                HexFormat.of().parseHex("0d0a0d0a000d0a515549540a" + "20000000"),
                HexFormat.of().parseHex("0d0a0d0a000d0a515549540a" + "21000000"),
                HexFormat.of().parseHex("0d0a0d0a000d0a515549540a" + "21000003" + "040000"),
                v1("127.0.0.1"),
                v2("127.0.0.1"),
                v2("203.0.113.9"));
        try (TestNode node = new TestNode(TRUSTING + TOKENS)) {
            String body = "{\"token\": \"" + TOKEN + "\"}";
            String signIn = "POST /v1/session HTTP/1.1\r\nHost: 127.0.0.1\r\nConnection: close\r\n"
                    + "X-Forwarded-For: 198.51.100.7\r\nX-Forwarded-Proto: https\r\nContent-Type: application/json\r\n"
                    + "Content-Length: " + body.length() + "\r\n\r\n" + body;
            for (byte[] header : headers) {
                String answer = new String(exchange(null, node.port(), header, signIn), StandardCharsets.ISO_8859_1);
                assertThat(answer)
                        .as(HexFormat.of().formatHex(header))
                        .startsWith("HTTP/1.1 200")
                        .contains("Set-Cookie:")
                        .doesNotContain("Secure");
            }
            Reply audit = Replies.parse(exchange(null, node.port(), v1("203.0.113.78"), request("/v1/audit", TOKEN)));
            assertThat(audit.body()).contains("203.0.113.9").doesNotContain("198.51.100.7");
        }
    }

    /** Else a client of a proxy that sends none could begin with one of its own. */
    @Test
    void aTrustedProxyHasToSendOne() throws Exception {
        try (TestNode node = new TestNode(TRUSTING + TOKENS)) {
            assertThat(exchange(null, node.port(), new byte[0], request("/healthz", TOKEN)))
                    .isEmpty();
            assertThat(ask(node, v1("203.0.113.9"), TOKEN).status()).isEqualTo(200);
        }
    }

    @Test
    void aStrangerWhoSendsOneIsRefused() throws Exception {
        try (TestNode node = new TestNode(DISTANT + TOKENS)) {
            for (byte[] header : List.of(v1("203.0.113.9"), v2("203.0.113.9"))) {
                byte[] answer = exchange(null, node.port(), header, request("/v1/leaders", TOKEN));
                assertThat(Replies.parse(answer).status()).isEqualTo(400);
                assertThat(new String(answer, StandardCharsets.ISO_8859_1)).doesNotContain("holderId");
            }
            assertThat(ask(node, new byte[0], TOKEN).status()).isEqualTo(200);
        }
    }

    @Test
    void soIsAnybodyWhereNothingOfTheKindIsConfigured() throws Exception {
        try (TestNode node = new TestNode("[security]\ntrusted_proxies = ['127.0.0.1']\n" + TOKENS)) {
            assertThat(ask(node, v1("203.0.113.9"), TOKEN).status()).isEqualTo(400);
        }
    }

    @Test
    void itNeedsProxiesToTrust() {
        assertThatThrownBy(() -> new TestNode("[security]\nproxy_protocol = true\n"))
                .isInstanceOf(ConfigException.class)
                .hasMessageContainingAll("security.proxy_protocol", "security.trusted_proxies");
    }

    @Test
    void aRealHaproxySpeaksIt(@TempDir Path folder) throws Exception {
        Path program = Installed.program("haproxy", "haproxy");
        InetSocketAddress client = new InetSocketAddress("127.0.0.5", 0);
        for (String spoken : List.of("send-proxy", "send-proxy-v2", "send-proxy-v2-ssl")) {
            try (TestNode node = new TestNode(TRUSTING.replace("127.0.0.0/8", "127.0.0.1") + TOKENS)) {
                int port = freePort();
                Path settings = Files.writeString(folder.resolve(spoken), """
                        defaults
                            mode tcp
                            timeout connect 10s
                            timeout client 60s
                            timeout server 60s
                        listen baton
                            bind 127.0.0.1:%d
                            server n1 127.0.0.1:%d %s
                        """.formatted(port, node.port(), spoken));
                Process proxy = new ProcessBuilder(program.toString(), "-db", "-f", settings.toString())
                        .redirectErrorStream(true)
                        .redirectOutput(folder.resolve("haproxy.log").toFile())
                        .start();
                try {
                    Awaitility.await()
                            .atMost(TestPatience.LONGEST_WAIT)
                            .ignoreExceptions()
                            .until(() -> Replies.parse(exchange(client, port, new byte[0], request("/healthz", "")))
                                            .status()
                                    == 200);
                    String guess = request("/v1/leaders", WRONG);
                    boolean limited = false;
                    for (int i = 0; !limited && i < MOST_GUESSES; i++) {
                        limited = Replies.parse(exchange(client, port, new byte[0], guess))
                                        .status()
                                == 429;
                    }
                    assertThat(limited).as(spoken).isTrue();
                    assertThat(Replies.parse(exchange(null, port, new byte[0], guess))
                                    .status())
                            .as("another client of the same proxy")
                            .isEqualTo(401);
                    assertThat(Replies.parse(exchange(client, port, v1("203.0.113.9"), request("/v1/leaders", TOKEN)))
                                    .status())
                            .as("a header of the client's own, behind the proxy's")
                            .isEqualTo(400);
                } finally {
                    proxy.destroy();
                }
            }
        }
    }

    private static int freePort() throws IOException {
        try (ServerSocket socket = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
            return socket.getLocalPort();
        }
    }
}
