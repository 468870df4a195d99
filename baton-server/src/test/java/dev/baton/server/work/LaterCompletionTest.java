package dev.baton.server.work;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import dev.baton.server.TestNode;
import dev.baton.server.TestNode.Reply;
import dev.baton.testkit.TestPatience;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.http.HttpRequest.BodyPublishers;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.Statement;
import java.util.List;
import java.util.UUID;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.CountDownLatch;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** A callee that answers with 202 says later how the run ended, and proves that it may. */
class LaterCompletionTest {

    private HttpServer callee;
    private final List<Offer> offers = new CopyOnWriteArrayList<>();

    /** What a call brought. */
    private record Offer(String path, String secret) {}

    @BeforeEach
    void listen() throws IOException {
        callee = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
        callee.createContext("/", this::accept);
        callee.start();
    }

    @AfterEach
    void stop() {
        callee.stop(0);
    }

    private void accept(HttpExchange exchange) throws IOException {
        exchange.getRequestBody().readAllBytes();
        offers.add(new Offer(
                exchange.getRequestHeaders().getFirst("Baton-Completion"),
                exchange.getRequestHeaders().getFirst("Baton-Completion-Secret")));
        exchange.sendResponseHeaders(202, -1);
        exchange.close();
    }

    private String settings(String more) {
        return "[jobs]\nthreads = 1\nprivate_networks = ['127.0.0.0/8']\n[jobs.handlers.slow]\ntype = 'http'\n"
                + "url = 'http://127.0.0.1:" + callee.getAddress().getPort() + "/'\n" + more;
    }

    private static String enqueue(TestNode node, String job) throws Exception {
        return node.post("/v1/jobs", "{\"job\": \"" + job + "\", \"payload\": {\"delayMillis\": 1}}")
                .json()
                .path("id")
                .asString();
    }

    private static Reply complete(TestNode node, Offer offer, String secret, String body) throws Exception {
        return node.send(node.request(offer.path())
                .header("Content-Type", "application/json")
                .header("Baton-Completion-Secret", secret)
                .POST(BodyPublishers.ofString(body)));
    }

    private static void awaitStatus(TestNode node, String id, String status) {
        await().atMost(TestPatience.LONGEST_WAIT)
                .until(() -> node.get("/v1/jobs/" + id)
                        .json()
                        .path("job")
                        .path("status")
                        .asString()
                        .equals(status));
    }

    private Offer offer(int number) {
        await().atMost(TestPatience.LONGEST_WAIT).until(() -> offers.size() >= number);
        return offers.get(number - 1);
    }

    @Test
    void theRunEndsAsTheCalleeSaysToAnyNodeAndHoldsNoThreadMeanwhile() throws Exception {
        String url = "jdbc:h2:mem:" + UUID.randomUUID() + ";DB_CLOSE_DELAY=-1";
        try (TestNode node = new TestNode(settings("completion = '1h'\n"), url);
                TestNode another = new TestNode("", url)) {
            String id = enqueue(node, "slow");
            Offer offer = offer(1);
            assertThat(offer.path()).isEqualTo("/v1/jobs/" + id + "/runs/1/completion");
            awaitStatus(node, enqueue(node, "sample"), "completed"); // by the only thread

            assertThat(complete(another, offer, "guessed", "").status()).isEqualTo(403);
            assertThat(another.post(offer.path(), "{}").status())
                    .as("no secret")
                    .isEqualTo(400);
            assertThat(complete(another, offer, offer.secret(), "{\"outcome\": \"well\"}")
                            .status())
                    .isEqualTo(400);
            awaitStatus(node, id, "running");
            assertThat(complete(another, offer, offer.secret(), "").status()).isEqualTo(200);
            awaitStatus(node, id, "completed");
        }
    }

    @Test
    void aFailureIsTriedAgainUnderAnotherSecretAndAFinalOneIsNot() throws Exception {
        try (TestNode node = new TestNode(settings("completion = '1h'\n"))) {
            String id = enqueue(node, "slow");
            Offer first = offer(1);
            assertThat(complete(node, first, first.secret(), "{\"outcome\": \"failed\", \"message\": \"busy\"}")
                            .status())
                    .isEqualTo(200);
            Offer second = offer(2);
            assertThat(second.path()).isEqualTo("/v1/jobs/" + id + "/runs/2/completion");
            assertThat(complete(node, second, first.secret(), "").status()).isEqualTo(403);
            assertThat(complete(
                                    node,
                                    second,
                                    second.secret(),
                                    "{\"outcome\": \"final\", \"message\": \"no such thing\"}")
                            .status())
                    .isEqualTo(200);
            awaitStatus(node, id, "dead");
            assertThat(node.get("/v1/jobs/" + id).body()).contains("no such thing", "busy");
        }
    }

    @Test
    void whoNeverSaysHowItEndedHasFailed() throws Exception {
        try (TestNode node = new TestNode(settings("completion = '300ms'\nretries = 0\n"))) {
            String id = enqueue(node, "slow");
            awaitStatus(node, id, "dead");
            assertThat(node.get("/v1/jobs/" + id).body()).contains("has not completed it within 300 ms");
            Offer late = offer(1);
            assertThat(complete(node, late, late.secret(), "").status()).isIn(403, 409);
        }
    }

    @Test
    void aWordThatWasTakenHoldsAlsoWhenTheCallFails() throws Exception {
        String url = "jdbc:h2:mem:" + UUID.randomUUID() + ";DB_CLOSE_DELAY=-1";
        try (TestNode node = new TestNode(settings("completion = '1h'\nretries = 0\n"), url);
                Connection c = DriverManager.getConnection(url);
                Statement s = c.createStatement()) {
            CountDownLatch heard = new CountDownLatch(1);
            callee.removeContext("/");
            callee.createContext("/", exchange -> {
                offers.add(new Offer(
                        exchange.getRequestHeaders().getFirst("Baton-Completion"),
                        exchange.getRequestHeaders().getFirst("Baton-Completion-Secret")));
                try {
                    heard.await();
                } catch (InterruptedException e) {
                    Thread.currentThread().interrupt();
                }
                exchange.close(); // without an answer
            });
            String id = enqueue(node, "slow");
            Offer offer = offer(1);
            assertThat(complete(node, offer, offer.secret(), "").status()).isEqualTo(200);
            await().atMost(TestPatience.LONGEST_WAIT)
                    .until(() ->
                            !s.executeQuery("SELECT 1 FROM baton_completions").next());
            heard.countDown();
            await().atMost(TestPatience.LONGEST_WAIT)
                    .until(() -> s.executeQuery("SELECT 1 FROM baton_job_runs WHERE job_id = '" + id + "'")
                            .next());
            assertThat(node.get("/v1/jobs/" + id)
                            .json()
                            .path("job")
                            .path("status")
                            .asString())
                    .isEqualTo("completed");
        }
    }

    /** It says how the run ended, is told that this is taken, and then answers the call with a plain 200. */
    @Test
    void aWordThatWasTakenIsNotOverruledByAPlainAnswer() throws Exception {
        try (TestNode node = new TestNode(settings("completion = '1h'\n"))) {
            List<Integer> told = new CopyOnWriteArrayList<>();
            answerWith200(offer -> told.add(
                    complete(node, offer, offer.secret(), "{\"outcome\": \"final\", \"message\": \"not mine\"}")
                            .status()));
            String id = enqueue(node, "slow");
            awaitStatus(node, id, "dead");
            assertThat(told).containsExactly(200);
            assertThat(node.get("/v1/jobs/" + id).body()).contains("not mine");
        }
    }

    @Test
    void aPlainAnswerWithoutAWordEndsTheRunAndAWordIsTooLateThen() throws Exception {
        try (TestNode node = new TestNode(settings("completion = '1h'\n"))) {
            answerWith200(offer -> {});
            String id = enqueue(node, "slow");
            awaitStatus(node, id, "completed");
            Offer late = offer(1);
            assertThat(complete(node, late, late.secret(), "").status()).isEqualTo(403);
        }
    }

    /** What a callee does before it answers. */
    private interface Before {
        void answering(Offer offer) throws Exception;
    }

    private void answerWith200(Before before) {
        callee.removeContext("/");
        callee.createContext("/", exchange -> {
            exchange.getRequestBody().readAllBytes();
            Offer offer = new Offer(
                    exchange.getRequestHeaders().getFirst("Baton-Completion"),
                    exchange.getRequestHeaders().getFirst("Baton-Completion-Secret"));
            offers.add(offer);
            try {
                before.answering(offer);
            } catch (Exception e) {
                throw new IOException(e);
            }
            exchange.sendResponseHeaders(200, -1);
            exchange.close();
        });
    }

    @Test
    void withoutTheSettingItIsAnAnswerLikeOthers() throws Exception {
        try (TestNode node = new TestNode(settings(""))) {
            awaitStatus(node, enqueue(node, "slow"), "completed");
            assertThat(offers).containsExactly(new Offer(null, null));
        }
    }
}
