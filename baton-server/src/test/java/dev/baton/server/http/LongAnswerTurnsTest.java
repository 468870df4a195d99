package dev.baton.server.http;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import dev.baton.server.http.HttpFront.Address;
import dev.baton.testkit.TestPatience;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;

class LongAnswerTurnsTest {

    private static final int AT_ONCE = Math.max(1, Runtime.getRuntime().availableProcessors() / 2);
    private static final int IN_LINE = 16;
    private static final int TOO_MANY = 5;

    private final AtomicInteger begun = new AtomicInteger();
    private final CountDownLatch goOn = new CountDownLatch(1);

    @Test
    void oneAfterAnotherInOrder() {
        List<String> begun = new ArrayList<>();
        LongAnswerTurns turns = new LongAnswerTurns(1, 2);
        turns.begin("a", () -> begun.add("first"));
        turns.begin("a", () -> begun.add("second"));
        turns.begin("a", () -> begun.add("third"));
        assertThatThrownBy(() -> turns.begin("a", () -> begun.add("fourth"))).hasMessageContaining("try again soon");
        assertThat(begun).containsExactly("first");
        turns.end().orElseThrow().run();
        turns.end().orElseThrow().run();
        assertThat(turns.end()).isEmpty();
        turns.begin("a", () -> begun.add("fifth"));
        assertThat(begun).containsExactly("first", "second", "third", "fifth");
    }

    /** Who fills his own line is refused alone, and has one turn of every round. */
    @Test
    void eachCallerHasATurnBeforeAnybodyHasTheNext() {
        List<String> begun = new ArrayList<>();
        LongAnswerTurns turns = new LongAnswerTurns(1, 3);
        turns.begin("greedy", () -> begun.add("g1"));
        for (String act : List.of("g2", "g3", "g4")) {
            turns.begin("greedy", () -> begun.add(act));
        }
        assertThatThrownBy(() -> turns.begin("greedy", () -> begun.add("g5"))).hasMessageContaining("try again soon");
        turns.begin("honest", () -> begun.add("h1"));
        turns.begin("other", () -> begun.add("o1"));
        turns.begin("honest", () -> begun.add("h2"));
        for (Optional<Runnable> next = turns.end(); next.isPresent(); next = turns.end()) {
            next.orElseThrow().run();
        }
        assertThat(begun).containsExactly("g1", "g2", "h1", "o1", "g3", "h2", "g4");
    }

    /** Somebody asks for long pages as fast as he can; others notice nothing, and nobody in the line is forgotten. */
    @Test
    void shortAnswersPassTheLine() throws Exception {
        Router router = new Router(List.of(
                Route.get("/short", Access.OPEN, call -> Answer.text(200, "ok\n")),
                Route.get("/one", Access.OPEN, call -> Answer.text(200, "one\n"))
                        .weighingAlone(LongAnswerTurns.HEAVY + 1),
                Route.get("/long", Access.OPEN, call -> longAnswer()).weighing(call -> LongAnswerTurns.HEAVY + 1)));
        Duration patience = TestPatience.LONGEST_WAIT;
        HttpFront front = front(router, Long.MAX_VALUE);
        try {
            front.start(new Address("127.0.0.1", 0, false));
            URI here = URI.create("http://127.0.0.1:" + front.port());
            HttpClient client = HttpClient.newHttpClient();
            List<CompletableFuture<Integer>> asked = new ArrayList<>();
            for (int i = 0; i < AT_ONCE + IN_LINE + TOO_MANY; i++) {
                asked.add(client.sendAsync(get(here.resolve("/long")), BodyHandlers.discarding())
                        .thenApply(HttpResponse::statusCode));
            }
            await().atMost(patience)
                    .until(() ->
                            asked.stream().filter(CompletableFuture::isDone).count() == TOO_MANY);
            assertThat(begun).hasValue(AT_ONCE);
            assertThat(client.send(get(here.resolve("/short")), BodyHandlers.ofString())
                            .body())
                    .isEqualTo("ok\n");
            assertThat(client.send(get(here.resolve("/one")), BodyHandlers.ofString())
                            .body())
                    .isEqualTo("one\n");
            goOn.countDown();
            Map<Integer, Long> answers = asked.stream()
                    .map(CompletableFuture::join)
                    .collect(Collectors.groupingBy(status -> status, Collectors.counting()));
            assertThat(answers).isEqualTo(Map.of(200, (long) AT_ONCE + IN_LINE, 503, (long) TOO_MANY));
        } finally {
            goOn.countDown();
            front.close();
        }
    }

    /** One that lacked memory, say: it is told so, and neither its turn nor its room is lost. */
    @Test
    void anAnswerThatCannotBeMadeLeavesTheLine() throws Exception {
        Router router = new Router(List.of(
                Route.get("/broken", Access.OPEN, call -> {
                            throw new LinkageError("says the test");
                        })
                        .weighing(call -> LongAnswerTurns.HEAVY + 1),
                Route.get("/long", Access.OPEN, call -> Answer.text(200, "long\n"))
                        .weighing(call -> LongAnswerTurns.HEAVY + 1)));
        HttpFront front = front(router, AT_ONCE * (LongAnswerTurns.HEAVY + 1));
        try {
            front.start(new Address("127.0.0.1", 0, false));
            URI here = URI.create("http://127.0.0.1:" + front.port());
            HttpClient client = HttpClient.newHttpClient();
            for (int i = 0; i <= AT_ONCE; i++) {
                assertThat(client.send(get(here.resolve("/broken")), BodyHandlers.ofString())
                                .body())
                        .contains("internal_error");
            }
            assertThat(client.send(get(here.resolve("/long")), BodyHandlers.ofString())
                            .body())
                    .isEqualTo("long\n");
        } finally {
            front.close();
        }
    }

    private static HttpFront front(Router router, long answers) {
        Duration patience = TestPatience.LONGEST_WAIT;
        HttpLimits limits = new HttpLimits(
                8 * 1024,
                AT_ONCE + 12,
                1_000,
                1_000,
                1 << 20,
                answers,
                new HttpLimits.Patience(patience, patience, patience, patience));
        return new HttpFront(
                router,
                (request, client, route) -> Caller.NOBODY,
                limits,
                TrustedProxies.NONE,
                Optional.empty(),
                error -> Optional.empty());
    }

    private static HttpRequest get(URI uri) {
        return HttpRequest.newBuilder(uri).timeout(TestPatience.LONGEST_WAIT).build();
    }

    private Answer longAnswer() throws InterruptedException {
        begun.incrementAndGet();
        assertThat(goOn.await(TestPatience.LONGEST_WAIT.toMillis(), TimeUnit.MILLISECONDS))
                .isTrue();
        return Answer.text(200, "long\n");
    }
}
