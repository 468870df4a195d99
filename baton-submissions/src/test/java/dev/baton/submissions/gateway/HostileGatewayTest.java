package dev.baton.submissions.gateway;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.sun.net.httpserver.Headers;
import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import dev.baton.NotLeaderException;
import dev.baton.submissions.model.GatewaySpec;
import dev.baton.submissions.model.OutcomeStatus;
import java.io.IOException;
import java.io.OutputStream;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.net.http.HttpTimeoutException;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.CompletionException;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.TimeoutException;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicReference;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/** A far side that does what it should not. */
class HostileGatewayTest {

    private static final Duration PATIENT = Duration.ofSeconds(20);
    private static final Duration SHORT = Duration.ofMillis(500);
    private static final List<Class<?>> TIMEOUTS = List.of(TimeoutException.class, HttpTimeoutException.class);

    private final ExecutorService threads = Executors.newCachedThreadPool();
    private final CountDownLatch end = new CountDownLatch(1);
    private final AtomicReference<Headers> headers = new AtomicReference<>();
    private final AtomicReference<byte[]> body = new AtomicReference<>();
    private HttpServer server;

    /** What the server does with a request. */
    @FunctionalInterface
    private interface Answer {
        void to(HttpExchange exchange) throws IOException;
    }

    @BeforeEach
    void listen() throws IOException {
        server = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
        server.setExecutor(threads);
        server.start();
    }

    @AfterEach
    void stop() {
        end.countDown();
        server.stop(0);
        threads.shutdownNow();
    }

    private Gateway gateway(GatewayKind kind, Duration patience, Answer answer) {
        server.createContext("/", exchange -> {
            headers.set(exchange.getRequestHeaders());
            body.set(exchange.getRequestBody().readAllBytes());
            answer.to(exchange);
            exchange.close();
        });
        return kind.open(GatewaySpec.of(
                        "g",
                        kind.type(),
                        "http://127.0.0.1:" + server.getAddress().getPort())
                .timeouts(Duration.ofSeconds(20), patience));
    }

    private static Answer json(int status, String text) {
        return typed(status, "application/json; charset=utf-8", text);
    }

    private static Answer typed(int status, String type, String text) {
        return exchange -> {
            byte[] bytes = text.getBytes(StandardCharsets.UTF_8);
            exchange.getResponseHeaders().set("Content-Type", type);
            exchange.sendResponseHeaders(status, bytes.length);
            exchange.getResponseBody().write(bytes);
        };
    }

    private static GatewayCall call(String payload) {
        return new GatewayCall(
                "id/ä 1",
                payload.getBytes(StandardCharsets.UTF_8),
                3,
                2,
                7,
                "00-0af7651916cd43dd8448eb211c80319c-b7ad6b7169203331-01");
    }

    private GatewayAnswer ask(Answer answer) {
        return gateway(HttpKind.sms(), PATIENT, answer)
                .send(call("{\"to\":\"x\"}"))
                .join();
    }

    private void assertNonsense(Answer answer, String says) {
        GatewayAnswer said = ask(answer);
        assertThat(said).isInstanceOf(GatewayAnswer.Nonsense.class);
        assertThat(said.outcome().status()).isEqualTo(OutcomeStatus.ERROR);
        assertThat(said.outcome().error()).contains(says);
    }

    @Test
    void aGoodAnswerIsUnderstoodAndTheRequestCarriesWhatItShould() {
        GatewayAnswer answer = ask(json(
                200, "{\"referenceId\":\"id/ä 1\",\"status\":\"accepted\",\"gatewayMessageId\":\"m\",\"more\":[1]}"));
        assertThat(answer).isEqualTo(new GatewayAnswer.Accepted("m"));
        assertThat(headers.get().getFirst("Idempotency-Key")).isEqualTo("id/%C3%A4%201:2");
        assertThat(headers.get().getFirst("Baton-Attempt")).isEqualTo("3");
        assertThat(headers.get().getFirst("Baton-Lease-Epoch")).isEqualTo("7");
        assertThat(headers.get().getFirst("traceparent")).startsWith("00-0af7651916cd43dd8448eb211c80319c-");
        JsonNode sent = JsonMapper.shared().readTree(body.get());
        assertThat(sent.path("to").asString()).isEqualTo("x");
        assertThat(sent.path("referenceId").asString()).isEqualTo("id/ä 1");
    }

    private String sent(String payload) {
        gateway(HttpKind.http(), PATIENT, json(200, "{\"status\":\"accepted\"}"))
                .send(call(payload))
                .join();
        server.removeContext("/");
        return new String(body.get(), StandardCharsets.UTF_8);
    }

    /** Money and long numbers would come out as others if they were read and written. */
    @Test
    void aPayloadsFieldsAreSentAsTheyCame() {
        assertThat(
                        sent(
                                "{\"a\":10.00, \"referenceId\":1,\"b\":[12345678901234.123456,1e400],\"c\" : {\"}\":\"\\\"\"}}"))
                .isEqualTo("{\"a\":10.00,\"b\":[12345678901234.123456,1e400],\"c\":{\"}\":\"\\\"\"},"
                        + "\"referenceId\":\"id/\u00e4 1\"}");
        assertThat(sent("{}")).isEqualTo("{\"referenceId\":\"id/\u00e4 1\"}");
        assertThat(sent(" 1.50 ")).isEqualTo("{\"payload\":1.50,\"referenceId\":\"id/\u00e4 1\"}");
    }

    /** In pieces, of which the first leaves in time: what is left at the far side is no request. */
    @Test
    void aRequestIsNeverWholeOnceItsLeaderLeadsNoLonger() {
        AtomicInteger looks = new AtomicInteger();
        GatewayCall large = call("\"" + "x".repeat(200_000) + "\"");
        GatewayCall gated = new GatewayCall("i", large.payload(), 1, 1, 7, large.traceparent(), () -> {
            if (looks.incrementAndGet() > 1) {
                throw new NotLeaderException("role", "shut by the test");
            }
        });
        Gateway gateway = gateway(HttpKind.http(), PATIENT, json(200, "{\"status\":\"accepted\"}"));
        assertThatThrownBy(() -> gateway.send(gated).join()).hasCauseInstanceOf(NotLeaderException.class);
        assertThat(body.get()).as("read to its end").isNull();
        assertThat(looks).hasValue(2);
    }

    @Test
    void aKnownReasonIsARejectionAndAnUnknownOneIsNonsense() {
        assertThat(ask(json(200, "{\"status\":\"rejected\",\"reason\":\"invalid_recipient\"}")))
                .isEqualTo(new GatewayAnswer.Rejected("invalid_recipient"));
        server.removeContext("/");
        assertNonsense(json(200, "{\"status\":\"rejected\",\"reason\":\"unregistered_token\"}"), "unregistered_token");
    }

    @Test
    void aRejectionWithoutAReasonIsNonsense() {
        assertNonsense(json(200, "{\"status\":\"rejected\"}"), "without a reason");
    }

    @Test
    void anAnswerWithoutStatusIsNonsense() {
        assertNonsense(json(200, "{}"), "no status");
    }

    @Test
    void anUnknownStatusIsNonsense() {
        assertNonsense(json(200, "{\"status\":\"perhaps\"}"), "perhaps");
    }

    @Test
    void garbageIsNonsense() {
        assertNonsense(json(200, "\u0000<html>"), "not JSON");
    }

    @Test
    void anAnswerAboutAnotherReferenceIsNonsense() {
        assertNonsense(json(200, "{\"referenceId\":\"other\",\"status\":\"accepted\"}"), "other");
    }

    @Test
    void aWrongContentTypeIsNonsense() {
        assertNonsense(typed(200, "text/html", "{\"status\":\"accepted\"}"), "text/html");
    }

    @Test
    void anErrorStatusIsNonsenseWhateverItSays() {
        assertNonsense(json(500, "{\"status\":\"accepted\"}"), "500");
    }

    @Test
    void aRedirectIsNotFollowed() {
        assertNonsense(
                exchange -> {
                    exchange.getResponseHeaders().set("Location", "http://127.0.0.1:1/elsewhere");
                    exchange.sendResponseHeaders(302, -1);
                },
                "302");
    }

    private void assertFails(Duration patience, Answer answer, List<Class<?>> with, String says) {
        assertThat(gateway(HttpKind.http(), patience, answer).send(call("{}")))
                .failsWithin(Duration.ofSeconds(20))
                .withThrowableThat()
                .satisfies(error -> {
                    Throwable cause = error.getCause() instanceof CompletionException
                            ? error.getCause().getCause()
                            : error.getCause();
                    assertThat(cause).isInstanceOfAny(with.toArray(Class<?>[]::new));
                    assertThat(String.valueOf(cause)).containsIgnoringCase(says);
                });
    }

    @Test
    void anAnswerThatNeverComesTimesOut() {
        assertFails(SHORT, exchange -> awaitEnd(), TIMEOUTS, "time");
    }

    @Test
    void headersWithoutABodyTimeOutAsWell() {
        assertFails(
                SHORT,
                exchange -> {
                    exchange.getResponseHeaders().set("Content-Type", "application/json");
                    exchange.sendResponseHeaders(200, 10);
                    exchange.getResponseBody().flush();
                    awaitEnd();
                },
                TIMEOUTS,
                "timeout");
    }

    @Test
    void anEndlessAnswerIsCutOff() {
        assertFails(
                PATIENT,
                exchange -> {
                    exchange.getResponseHeaders().set("Content-Type", "application/json");
                    exchange.sendResponseHeaders(200, 0);
                    byte[] junk = new byte[8192];
                    Arrays.fill(junk, (byte) ' ');
                    try (OutputStream out = exchange.getResponseBody()) {
                        while (end.getCount() > 0) {
                            out.write(junk);
                        }
                    }
                },
                List.of(IOException.class),
                "longer than");
    }

    @Test
    void aRefusedConnectionFails() throws IOException {
        int port;
        try (ServerSocket socket = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
            port = socket.getLocalPort();
        }
        Gateway gateway = HttpKind.push().open(GatewaySpec.of("g", "push", "http://127.0.0.1:" + port));
        assertThat(gateway.send(call("{}"))).failsWithin(Duration.ofSeconds(20));
    }

    @Test
    void aPayloadThatIsNoObjectGoesInAFieldOfItsOwn() {
        gateway(HttpKind.http(), PATIENT, json(200, "{\"status\":\"accepted\"}"))
                .send(call("[1,2]"))
                .join();
        assertThat(JsonMapper.shared().readTree(body.get()).path("payload").size())
                .isEqualTo(2);
    }

    private void awaitEnd() {
        try {
            end.await();
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }
}
