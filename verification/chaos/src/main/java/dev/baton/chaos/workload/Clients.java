package dev.baton.chaos.workload;

import dev.baton.chaos.cluster.Bearer;
import dev.baton.chaos.cluster.Node;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.ThreadLocalRandom;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.locks.LockSupport;
import java.util.function.LongConsumer;
import tools.jackson.core.JacksonException;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/**
 * Clients that submit intents and enqueue jobs over HTTP, on all nodes in turn. What was not answered with success is
 * sent again, with the same ids and to another node, until it is.
 */
public final class Clients implements AutoCloseable {

    private static final JsonMapper JSON = JsonMapper.builder().build();
    private static final int BATCH = 10;
    private static final List<String> TARGETS = List.of("deadline", "deadline", "deadline", "bounded", "once");

    private final List<Node> nodes;
    private final Acknowledged acknowledged;
    private final String prefix;
    private final LongConsumer answered;
    private final HttpClient http = HttpClient.newBuilder()
            .version(HttpClient.Version.HTTP_1_1)
            .connectTimeout(Duration.ofSeconds(2))
            .build();
    private final AtomicLong numbers = new AtomicLong();
    private final List<Thread> threads = new ArrayList<>();
    private volatile boolean stopped;

    /**
     * @param perSecond how many intents and how many jobs are wanted
     * @param answered hears how long each request took, in nanoseconds, from the first try to the acknowledgement
     */
    public Clients(List<Node> nodes, Acknowledged acknowledged, long seed, int perSecond, LongConsumer answered) {
        this.nodes = nodes;
        this.answered = answered;
        this.acknowledged = acknowledged;
        this.prefix = "i" + seed + "-";
        begin("intent-client", 4_000L * BATCH / perSecond, this::submitBatch, 4);
        begin("intent-waiter", 400, this::submitAndWait, 1);
        begin("job-client", 10_000L / perSecond, this::enqueue, 10);
    }

    private void begin(String name, long pauseMillis, Runnable round, int count) {
        for (int i = 0; i < count; i++) {
            Thread thread = new Thread(() -> repeat(pauseMillis, round), name + "-" + i);
            thread.setDaemon(true);
            threads.add(thread);
            thread.start();
        }
    }

    private void repeat(long pauseMillis, Runnable round) {
        long next = System.nanoTime();
        while (!stopped) {
            round.run();
            next = Math.max(next + pauseMillis * 1_000_000, System.nanoTime() - 1_000_000_000);
            LockSupport.parkNanos(Math.max(0, next - System.nanoTime()));
        }
    }

    private void submitBatch() {
        List<String> intents = new ArrayList<>();
        for (int i = 0; i < BATCH; i++) {
            intents.add(intent(prefix + numbers.incrementAndGet()));
        }
        String body = "{\"intents\": [" + String.join(",", intents) + "]}";
        timed("/v1/intents:batch", body).ifPresent(answer -> {
            for (JsonNode result : answer.get("results")) {
                told(result.get("intent"));
            }
        });
    }

    /** Also repeats what was acknowledged long ago: the answer must tell of the same intent. */
    private void submitAndWait() {
        long number = numbers.incrementAndGet();
        until200("/v1/intents?waitSeconds=1", intent(prefix + number)).ifPresent(this::told);
        long earlier = 1 + ThreadLocalRandom.current().nextLong(number);
        if (acknowledged.intents().containsKey(prefix + earlier)) {
            until200("/v1/intents", intent(prefix + earlier)).ifPresent(this::told);
        }
    }

    private static String intent(String id) {
        String target = TARGETS.get(Math.floorMod(id.hashCode(), TARGETS.size()));
        return "{\"intentId\": \"" + id + "\", \"submissionTarget\": \"" + target + "\", \"payload\": {\"text\": \""
                + id + "\"}}";
    }

    private void told(JsonNode intent) {
        if (intent != null) {
            acknowledged.intent(
                    intent.get("intentId").asString(), intent.get("status").asString());
        }
    }

    private void enqueue() {
        String key = "j" + prefix + numbers.incrementAndGet();
        int dice = ThreadLocalRandom.current().nextInt(100);
        long millis = dice == 0 ? 5_000 : dice < 10 ? 100 : dice % 5;
        timed("/v1/jobs", "{\"job\": \"chaos\", \"uniqueKey\": \"" + key + "\", \"payload\": " + millis + "}")
                .ifPresent(job -> acknowledged.job(job.get("id").asString(), key));
    }

    private Optional<JsonNode> timed(String path, String body) {
        long began = System.nanoTime();
        Optional<JsonNode> answer = until200(path, body);
        answer.ifPresent(there -> answered.accept(System.nanoTime() - began));
        return answer;
    }

    private Optional<JsonNode> until200(String path, String body) {
        while (!stopped) {
            Node node = nodes.get(ThreadLocalRandom.current().nextInt(nodes.size()));
            try {
                HttpResponse<String> answer = http.send(
                        HttpRequest.newBuilder(URI.create(node.url() + path))
                                .timeout(Duration.ofSeconds(3))
                                .header("Authorization", Bearer.OPERATOR.header())
                                .header("Content-Type", "application/json")
                                .POST(HttpRequest.BodyPublishers.ofString(body))
                                .build(),
                        HttpResponse.BodyHandlers.ofString());
                if (answer.statusCode() == 200) {
                    return Optional.of(JSON.readTree(answer.body()));
                }
            } catch (IOException | JacksonException e) {
                // To another node.
            } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
                return Optional.empty();
            }
            acknowledged.retried();
            LockSupport.parkNanos(50_000_000);
        }
        return Optional.empty();
    }

    @Override
    public void close() {
        stopped = true;
        for (Thread thread : threads) {
            try {
                thread.join(10_000);
            } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
            }
        }
    }
}
