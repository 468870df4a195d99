package dev.baton.submissions;

import static org.assertj.core.api.Assertions.assertThat;

import com.sun.net.httpserver.HttpServer;
import dev.baton.submissions.model.GatewaySpec;
import dev.baton.submissions.model.Intent;
import dev.baton.submissions.model.IntentRequest;
import dev.baton.submissions.model.IntentStatus;
import dev.baton.submissions.model.Policy;
import dev.baton.submissions.model.SubmissionListener;
import dev.baton.submissions.model.Target;
import dev.baton.submissions.model.Webhook;
import dev.baton.submissions.model.WebhookRetries;
import dev.baton.submissions.model.WebhookState;
import java.io.IOException;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Proxy;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.net.SocketException;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.Statement;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.Executors;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import javax.crypto.Mac;
import javax.crypto.spec.SecretKeySpec;
import javax.sql.DataSource;
import org.awaitility.Awaitility;
import org.awaitility.core.ConditionTimeoutException;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import tools.jackson.databind.json.JsonMapper;

class WebhookTest {

    private static final String SECRET = "swordfish";

    private final List<Received> received = new CopyOnWriteArrayList<>();
    private volatile int status = 200;
    private HttpServer server;

    private record Received(String signature, String body) {}

    @BeforeEach
    void listen() throws IOException {
        server = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
        server.setExecutor(Executors.newCachedThreadPool());
        server.createContext("/", exchange -> {
            String body = new String(exchange.getRequestBody().readAllBytes(), StandardCharsets.UTF_8);
            received.add(new Received(exchange.getRequestHeaders().getFirst("Baton-Signature"), body));
            exchange.sendResponseHeaders(status, -1);
            exchange.close();
        });
        server.start();
    }

    @AfterEach
    void stop() {
        server.stop(0);
    }

    private TestNode.Setup node(DataSource source, Databases database, int attempts) {
        URI url = URI.create("http://127.0.0.1:" + server.getAddress().getPort() + "/hook");
        return TestNode.on(source)
                .strategy(database.strategy())
                .more(builder -> builder.secrets(name -> Optional.of(SECRET)))
                .with(settings -> SubmissionSettings.of(
                                List.of(GatewaySpec.of("fake", "fake", "")),
                                List.of(Target.of("told", "fake", new Policy.OneShot())
                                        .webhook(Webhook.signed(url, "HOOK_SECRET"))))
                        .refreshInterval(Duration.ofMillis(200))
                        .webhooks(new WebhookRetries(
                                attempts, Duration.ofMillis(50), Duration.ofMillis(50), Duration.ofSeconds(5))));
    }

    private static Intent awaitDelivery(TestNode node, String id, WebhookState state) {
        return Awaitility.await()
                .atMost(TestNode.PATIENCE)
                .until(
                        () -> node.manager.get(id).orElseThrow(),
                        intent -> intent.webhook().orElseThrow().state() == state);
    }

    @ParameterizedTest
    @EnumSource
    void theEndIsToldOnceAndSigned(Databases database) throws Exception {
        try (TestNode node = node(database.fresh(), database, 3).start()) {
            node.submit("i", "told");
            Intent intent = awaitDelivery(node, "i", WebhookState.DELIVERED);
            assertThat(intent.status()).isEqualTo(IntentStatus.ACCEPTED);
            assertThat(intent.webhook().orElseThrow().attempts()).isEqualTo(1);
            Received one = received.get(0);
            Mac mac = Mac.getInstance("HmacSHA256");
            mac.init(new SecretKeySpec(SECRET.getBytes(StandardCharsets.UTF_8), "HmacSHA256"));
            byte[] expected = mac.doFinal(one.body().getBytes(StandardCharsets.UTF_8));
            assertThat(one.signature()).isEqualTo("sha256=" + HexFormat.of().formatHex(expected));
            assertThat(JsonMapper.shared().readTree(one.body()).path("event").asString())
                    .isEqualTo("intent.terminal");
            assertThat(JsonMapper.shared()
                            .readTree(one.body())
                            .path("intent")
                            .path("status")
                            .asString())
                    .isEqualTo("accepted");
            assertThat(received).hasSize(1);
        }
    }

    @ParameterizedTest
    @EnumSource(names = "POSTGRESQL")
    void afterEnoughFailuresItGivesUpAndTheIntentStaysAsItIs(Databases database) throws Exception {
        status = 500;
        try (TestNode node = node(database.fresh(), database, 3).start()) {
            node.submit("i", "told");
            Intent intent = awaitDelivery(node, "i", WebhookState.FAILED);
            assertThat(intent.status()).isEqualTo(IntentStatus.ACCEPTED);
            assertThat(intent.webhook().orElseThrow().attempts()).isEqualTo(3);
            assertThat(intent.webhook().orElseThrow().error().orElse("")).contains("500");
            assertThat(received).hasSize(3);
        }
    }

    /** What it says lands in an error that the database takes, and nobody is deposed for it. */
    @Test
    void aWebhookThatAnswersGarbageFailsAlone() throws Exception {
        try (ServerSocket garbage = new ServerSocket(0, 50, InetAddress.getLoopbackAddress());
                TestNode node = TestNode.on(Databases.POSTGRESQL.fresh())
                        .with(settings -> told(
                                "http://127.0.0.1:" + garbage.getLocalPort() + "/",
                                2,
                                Target.of("fine", "fake", new Policy.OneShot())
                                        .webhook(Webhook.unsigned(URI.create("http://127.0.0.1:"
                                                + server.getAddress().getPort() + "/hook")))))
                        .start()) {
            answerGarbage(garbage);
            node.submit("i", "told");
            node.submit("j", "fine");
            Intent failed = awaitDelivery(node, "i", WebhookState.FAILED);
            assertThat(failed.webhook().orElseThrow().error().orElse(""))
                    .contains("delivery failed")
                    .doesNotContain("\u0000");
            awaitDelivery(node, "j", WebhookState.DELIVERED);
            node.submit("k", "fine");
            awaitDelivery(node, "k", WebhookState.DELIVERED);
            assertThat(node.manager.history("k").orElseThrow().attempts().get(0).leaseEpoch())
                    .isEqualTo(1);
        }
    }

    private static void answerGarbage(ServerSocket door) {
        Thread thread = new Thread(() -> {
            while (!door.isClosed()) {
                try (Socket client = door.accept()) {
                    client.getInputStream().read(new byte[4096]);
                    client.getOutputStream()
                            .write("\u0000\u0001 no status line\r\n\r\n".getBytes(StandardCharsets.UTF_8));
                } catch (IOException e) {
                    // The test is over.
                }
            }
        });
        thread.setDaemon(true);
        thread.start();
    }

    /** It answers well and then never ends: that is a failed delivery, and its connection is given up. */
    @Test
    void aWebhookWhoseAnswerNeverEndsFailsInTime() throws Exception {
        CompletableFuture<Integer> afterwards = new CompletableFuture<>();
        try (ServerSocket endless = new ServerSocket(0, 50, InetAddress.getLoopbackAddress());
                TestNode node = TestNode.on(Databases.POSTGRESQL.fresh())
                        .with(settings -> told("http://127.0.0.1:" + endless.getLocalPort() + "/", 1)
                                .webhooks(new WebhookRetries(
                                        1, Duration.ofMillis(50), Duration.ofMillis(50), Duration.ofSeconds(1))))
                        .start()) {
            Thread thread = new Thread(() -> answerWithoutEnd(endless, afterwards));
            thread.setDaemon(true);
            thread.start();
            node.submit("i", "told");
            Intent failed = awaitDelivery(node, "i", WebhookState.FAILED);
            assertThat(failed.webhook().orElseThrow().error().orElse("")).contains("TimeoutException");
            assertThat(failed.status()).isEqualTo(IntentStatus.ACCEPTED);
            assertThat(afterwards.get(30, TimeUnit.SECONDS))
                    .as("the connection is closed")
                    .isNegative();
        }
    }

    /** Its deliveries, more than a look reads, were due before the one for another host. */
    @ParameterizedTest
    @EnumSource
    void aHostThatDoesNotAnswerDoesNotHoldUpAnother(Databases database) throws Exception {
        int many = 150;
        DataSource source = database.fresh();
        AtomicInteger ended = new AtomicInteger();
        Map<String, String> recordedBy = new ConcurrentHashMap<>();
        try (ServerSocket silent = new ServerSocket(0, 500, InetAddress.getLoopbackAddress());
                TestNode node = TestNode.on(source)
                        .strategy(database.strategy())
                        .with(settings -> told(
                                        "http://127.0.0.1:" + silent.getLocalPort() + "/",
                                        1,
                                        Target.of("fine", "fake", new Policy.OneShot())
                                                .webhook(Webhook.unsigned(URI.create("http://127.0.0.1:"
                                                        + server.getAddress().getPort() + "/hook"))))
                                .webhooks(new WebhookRetries(
                                        1, Duration.ofMillis(50), Duration.ofMillis(50), Duration.ofSeconds(2))))
                        .heard(new SubmissionListener() {
                            @Override
                            public void terminal(String intentId, String target, IntentStatus status, Duration age) {
                                ended.incrementAndGet();
                            }

                            @Override
                            public void webhookTried(String intentId, WebhookState state) {
                                recordedBy.put(intentId, Thread.currentThread().getName());
                            }
                        })
                        .start()) {
            List<IntentRequest> requests = new ArrayList<>();
            for (int i = 0; i < many; i++) {
                requests.add(TestNode.request("dead-" + i, "told"));
            }
            node.manager.acceptBatch(requests);
            Awaitility.await().atMost(TestNode.PATIENCE).until(() -> ended.get() == many);
            node.submit("alive", "fine");
            awaitDelivery(node, "alive", WebhookState.DELIVERED);
            assertThat(recordedBy).as("tried meanwhile").hasSizeLessThan(40);
            Awaitility.await().atMost(TestNode.PATIENCE).until(() -> recordedBy.size() > 1);
            assertThat(recordedBy.values()).allMatch(thread -> thread.startsWith("baton-webhooks-"));
        }
    }

    /** The look had read the row as due; by the time it gets there, the delivery is on record. */
    @Test
    void anEndThatWasToldWhileTheNextLookWasReadingIsNotToldAgain() throws Exception {
        DataSource source = Databases.POSTGRESQL.fresh();
        CountDownLatch answer = new CountDownLatch(1);
        server.createContext("/slow", exchange -> {
            received.add(new Received("", ""));
            awaitUninterruptibly(answer);
            exchange.sendResponseHeaders(200, -1);
            exchange.close();
        });
        String url = "http://127.0.0.1:" + server.getAddress().getPort() + "/slow";
        DataSource lookedAt = afterQuery(DataSource.class, source, "webhook_next_at <=", () -> {
            if (received.size() == 1 && answer.getCount() > 0) {
                answer.countDown();
                isToldWithin(source, Duration.ofMillis(500));
            }
        });
        try (TestNode node = TestNode.on(source)
                .application(lookedAt)
                .with(settings -> told(url, 3))
                .start()) {
            node.submit("i", "told");
            Awaitility.await().atMost(TestNode.PATIENCE).until(() -> received.size() == 1);
            node.submit("j", "told"); // its end makes the leader look
            awaitDelivery(node, "i", WebhookState.DELIVERED);
            awaitDelivery(node, "j", WebhookState.DELIVERED);
            assertThat(received).hasSize(2);
        }
    }

    private static void awaitUninterruptibly(CountDownLatch latch) {
        try {
            assertThat(latch.await(TestNode.PATIENCE.toSeconds(), TimeUnit.SECONDS))
                    .isTrue();
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    /** Gives a delivery the time to be recorded, by whoever does that; one that does not use it is none the worse. */
    private static void isToldWithin(DataSource source, Duration atMost) {
        try {
            Awaitility.await().atMost(atMost).until(() -> {
                try (Connection connection = source.getConnection();
                        Statement statement = connection.createStatement();
                        ResultSet row = statement.executeQuery(
                                "SELECT 1 FROM submission_intents WHERE webhook_status = 'delivered'")) {
                    return row.next();
                }
            });
        } catch (ConditionTimeoutException e) {
            // Nobody recorded it meanwhile.
        }
    }

    /** Does something when the rows of a query with this text are there and before they are looked at. */
    private static <T> T afterQuery(Class<T> type, Object real, String text, Runnable then) {
        return type.cast(Proxy.newProxyInstance(
                WebhookTest.class.getClassLoader(), new Class<?>[] {type}, (proxy, method, arguments) -> {
                    Object result;
                    try {
                        result = method.invoke(real, arguments);
                    } catch (InvocationTargetException e) {
                        throw e.getCause();
                    }
                    if (result instanceof Connection) {
                        return afterQuery(Connection.class, result, text, then);
                    }
                    if (result instanceof PreparedStatement && ((String) arguments[0]).contains(text)) {
                        return afterQuery(PreparedStatement.class, result, text, then);
                    }
                    if (method.getName().equals("executeQuery")) {
                        then.run();
                    }
                    return result;
                }));
    }

    private static void answerWithoutEnd(ServerSocket door, CompletableFuture<Integer> afterwards) {
        try (Socket client = door.accept()) {
            client.getInputStream().read(new byte[4096]);
            client.getOutputStream()
                    .write("HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n1\r\nx\r\n"
                            .getBytes(StandardCharsets.US_ASCII));
            int more = client.getInputStream().read();
            while (more >= 0) {
                more = client.getInputStream().read();
            }
            afterwards.complete(more);
        } catch (SocketException e) {
            afterwards.complete(-1);
        } catch (IOException e) {
            afterwards.completeExceptionally(e);
        }
    }

    private static SubmissionSettings told(String url, int attempts, Target... more) {
        List<Target> targets = new ArrayList<>(List.of(more));
        targets.add(Target.of("told", "fake", new Policy.OneShot()).webhook(Webhook.unsigned(URI.create(url))));
        return SubmissionSettings.of(List.of(GatewaySpec.of("fake", "fake", "")), targets)
                .refreshInterval(Duration.ofMillis(200))
                .webhooks(new WebhookRetries(
                        attempts, Duration.ofMillis(50), Duration.ofMillis(50), Duration.ofSeconds(5)));
    }

    /** The first leader can never deliver; the next one finds what is owed in the database. */
    @ParameterizedTest
    @EnumSource(names = "POSTGRESQL")
    void aWebhookSurvivesItsLeader(Databases database) throws Exception {
        DataSource shared = database.fresh();
        status = 503;
        try (TestNode one = node(shared, database, 1000).start()) {
            one.submit("i", "told");
            Awaitility.await().atMost(TestNode.PATIENCE).until(() -> received.size() >= 2);
        }
        status = 200;
        try (TestNode two = node(shared, database, 1000).named("two").start()) {
            assertThat(awaitDelivery(two, "i", WebhookState.DELIVERED).status()).isEqualTo(IntentStatus.ACCEPTED);
        }
    }
}
