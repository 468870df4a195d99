package dev.baton.server.api;

import static org.assertj.core.api.Assertions.assertThat;

import dev.baton.server.TestNode;
import dev.baton.server.TestNode.Reply;
import java.io.IOException;
import java.io.OutputStream;
import java.net.InetAddress;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.util.List;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Clients that mean no good, or know no better: refused within bounds, and the node goes on. */
class HostileTest {

    private static final String HOST = "Host: 127.0.0.1\r\n";
    private static final String PLAIN_TEXT =
            "POST /v1/intents HTTP/1.1\r\n" + HOST + "Content-Type: text/plain\r\nContent-Length: 6\r\n%s\r\n";
    private static TestNode node;

    @BeforeAll
    static void start() throws Exception {
        node = new TestNode("");
    }

    @AfterAll
    static void stop() throws Exception {
        node.close();
    }

    @AfterEach
    void theNodeGoesOn() throws Exception {
        assertThat(node.get("/healthz").body()).isEqualTo("ok\n");
    }

    private static Socket connect() throws IOException {
        Socket socket = new Socket(InetAddress.getLoopbackAddress(), node.port());
        socket.setSoTimeout(60_000);
        return socket;
    }

    private static Reply raw(String request) throws IOException {
        try (Socket socket = connect()) {
            socket.getOutputStream().write(request.getBytes(StandardCharsets.ISO_8859_1));
            return Replies.parse(socket.getInputStream().readAllBytes());
        }
    }

    @Test
    void aBodyThatTricklesIsAnsweredAndDropped() throws Exception {
        assertThat(raw("POST /v1/intents HTTP/1.1\r\n" + HOST + "Content-Type: application/json\r\n"
                                + "Transfer-Encoding: chunked\r\n\r\n1\r\n{\r\n")
                        .status())
                .isEqualTo(408);
    }

    /** A connection closed under its body is reset, and a client that was still sending may never see why. */
    @Test
    void aRefusalComesAfterTheBodyAndTheConnectionGoesOn() throws Exception {
        try (Socket socket = connect()) {
            OutputStream out = socket.getOutputStream();
            out.write(PLAIN_TEXT.formatted("").getBytes(StandardCharsets.ISO_8859_1));
            for (int i = 0; i < 5; i++) {
                theNodeGoesOn(); // and by then has read the head
            }
            assertThat(socket.getInputStream().available()).isZero();
            out.write(("abcdefGET /healthz HTTP/1.1\r\n" + HOST + "Connection: close\r\n\r\n")
                    .getBytes(StandardCharsets.ISO_8859_1));
            String both = new String(socket.getInputStream().readAllBytes(), StandardCharsets.ISO_8859_1);
            assertThat(both).startsWith("HTTP/1.1 415 ").endsWith("ok\n");
        }
    }

    @Test
    void aRefusedBodyThatNeverComesIsNotWaitedForForever() throws Exception {
        assertThat(raw(PLAIN_TEXT.formatted("") + "abc").status()).isEqualTo(415);
    }

    @Test
    void aClientThatAsksBeforeItSendsIsToldAtOnce() throws Exception {
        assertThat(raw(PLAIN_TEXT.formatted("Expect: 100-continue\r\n")).status())
                .isEqualTo(415);
    }

    @Test
    void aFloodOfHeadersIsRefused() throws Exception {
        String flood = "X-Flood: 0123456789\r\n".repeat(1_000);
        assertThat(raw("GET /healthz HTTP/1.1\r\n" + HOST + flood + "\r\n").status())
                .isEqualTo(431);
    }

    /** Within the bytes that headers may have, and yet a hundred times as much in memory. */
    @Test
    void manyTinyHeadersAreRefused() throws Exception {
        StringBuilder flood = new StringBuilder();
        for (int i = 0; i < 500; i++) {
            flood.append('h').append(i).append(":\r\n");
        }
        assertThat(raw("GET /healthz HTTP/1.1\r\n" + HOST + flood + "\r\n").status())
                .isEqualTo(431);
    }

    /** Half of a character, a zero: no database keeps them, and it is not the database that should say so. */
    @ParameterizedTest
    @ValueSource(strings = {"\\u0000", "\\ud800", "\\udc00", "\\udc00\\ud800"})
    void charactersThatAreNoneAreRefusedWithASentence(String odd) throws Exception {
        for (String body : List.of(
                "{\"intentId\": \"a%s\", \"submissionTarget\": \"sample\"}",
                "{\"intentId\": \"a\", \"submissionTarget\": \"sample%s\"}")) {
            assertThat(node.post("/v1/intents", body.formatted(odd)).status()).isEqualTo(400);
        }
        for (String member : List.of("job", "handler", "uniqueKey", "queue")) {
            String job = "{\"job\": \"sample\", \"" + member + "\": \"a" + odd + "\"}";
            assertThat(node.post("/v1/jobs", member.equals("job") ? "{\"job\": \"a" + odd + "\"}" : job)
                            .status())
                    .as(member)
                    .isEqualTo(400);
        }
        assertThat(node.post("/v1/leaders/scheduler/drain", "{\"node\": \"" + odd + "\"}")
                        .status())
                .isEqualTo(400);
        assertThat(node.post("/v1/session", "{\"token\": \"" + odd + "\"}").status())
                .isEqualTo(400);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "/v1/intents/%00",
                "/v1/intents/a%00/history",
                "/v1/intents?target=%00",
                "/v1/intents?cursor=%00",
                "/v1/jobs?job=%00",
                "/v1/jobs?cursor=%00",
                "/v1/leaders/%00",
                "/v1/leaders/%00/history"
            })
    void soAreTheyInPathsAndQueries(String path) throws Exception {
        assertThat(node.get(path).status()).isEqualTo(400);
    }

    /** Nobody knows yet who sends it. */
    @Test
    void aSignInHasAThousandBytesAndNoMore() throws Exception {
        Reply reply = node.post("/v1/session", "{\"token\": \"" + "x".repeat(2_000) + "\"}");
        assertThat(reply.status()).isEqualTo(413);
        assertThat(reply.body()).contains("1024 bytes");
    }

    /** It is counted as it comes: nobody has to say beforehand how much there will be. */
    @Test
    void norHasOneThatDoesNotSayHowLongItIs() throws Exception {
        Reply reply = raw("POST /v1/session HTTP/1.1\r\n" + HOST
                + "Content-Type: application/json\r\nConnection: close\r\nTransfer-Encoding: chunked\r\n\r\n"
                + "7d0\r\n" + "x".repeat(2_000) + "\r\n0\r\n\r\n");
        assertThat(reply.status()).isEqualTo(413);
        assertThat(reply.body()).contains("1024 bytes");
    }

    @ParameterizedTest
    @ValueSource(strings = {"/v1/leaders/scheduler/transfer", "/v1/leaders/scheduler/drain"})
    void anActHasASmallBody(String path) throws Exception {
        assertThat(node.post(path, "{\"to\": \"" + "x".repeat(5_000) + "\"}").status())
                .isEqualTo(413);
    }

    @Test
    void whatIsNestedTooDeeplyIsRefused() throws Exception {
        String deep = "[".repeat(100) + "]".repeat(100);
        Reply reply = node.post(
                "/v1/intents", "{\"intentId\": \"deep\", \"submissionTarget\": \"sample\", \"payload\": " + deep + "}");
        assertThat(reply.status()).isEqualTo(400);
    }

    @Test
    void whatHasTooManyPartsIsRefused() throws Exception {
        String many = "{\"intents\": [[" + "0,".repeat(250_000) + "0]]}";
        assertThat(node.post("/v1/intents:batch", many).status()).isEqualTo(400);
        String elements = "{\"intents\": [" + "0,".repeat(1_000) + "0]}";
        assertThat(node.post("/v1/intents:batch", elements).status()).isEqualTo(413);
    }

    @Test
    void aNameThatIsTooLongIsRefused() throws Exception {
        String body = "{\"intentId\": \"long\", \"submissionTarget\": \"sample\", \"payload\": {\"" + "n".repeat(2_000)
                + "\": 1}}";
        assertThat(node.post("/v1/intents", body).status()).isEqualTo(400);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "/../../etc/passwd",
                "/%2e%2e/%2e%2e/etc/passwd",
                "/..%2f..%2fetc%2fpasswd",
                "/..;/..;/etc/passwd",
                "/views/..%5c..%5cindex.html",
                "/views/%2e%2e%2findex.html",
                "//etc/passwd",
                "/index.html%00.js",
                "/%c0%ae%c0%ae/etc/passwd",
                "/%",
                "/%zz",
                "/META-INF/MANIFEST.MF",
                "/v1/intents/%ff"
            })
    void tricksWithPathsFindNothing(String path) throws Exception {
        Reply reply = raw("GET " + path + " HTTP/1.1\r\n" + HOST + "Connection: close\r\n\r\n");
        assertThat(reply.status()).as(path).isIn(400, 404);
        assertThat(reply.body()).doesNotContain("root:", "Manifest-Version", "\tat ");
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "GET /healthz HTTP/9.9\r\nHost: 127.0.0.1\r\n\r\n",
                "GET /healthz\r\n\r\n\r\n\r\n",
                "GET /healthz HTTP/1.1\r\n\r\n",
                "POST /v1/intents HTTP/1.1\r\nHost: 127.0.0.1\r\nContent-Length: -1\r\n\r\n",
                "POST /v1/intents HTTP/1.1\r\nHost: 127.0.0.1\r\nContent-Length: 1\r\nContent-Length: 2\r\n\r\n",
                "POST /v1/intents HTTP/1.1\r\nHost: 127.0.0.1\r\nContent-Length: 2\r\nTransfer-Encoding: chunked\r\n\r\n{}"
            })
    void whatIsNotHttpIsRefused(String request) throws Exception {
        assertThat(raw(request.replace("\r\n\r\n", "\r\nConnection: close\r\n\r\n"))
                        .status())
                .isBetween(400, 505);
    }
}
