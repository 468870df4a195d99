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
import java.util.concurrent.ThreadLocalRandom;
import java.util.concurrent.locks.LockSupport;
import java.util.function.LongConsumer;

/** Clients that look at what is there, on all nodes. */
public final class Readers implements AutoCloseable {

    private static final int THREADS = 2;
    private static final long PAUSE_NANOS = 50_000_000;

    private final List<Node> nodes;
    private final Acknowledged acknowledged;
    private final LongConsumer answered;
    private final HttpClient http = HttpClient.newBuilder()
            .version(HttpClient.Version.HTTP_1_1)
            .connectTimeout(Duration.ofSeconds(2))
            .build();
    private final List<Thread> threads = new ArrayList<>();
    private volatile boolean stopped;

    /** @param answered hears how long each took, in nanoseconds, until it had its answer */
    public Readers(List<Node> nodes, Acknowledged acknowledged, LongConsumer answered) {
        this.nodes = nodes;
        this.acknowledged = acknowledged;
        this.answered = answered;
        for (int i = 0; i < THREADS; i++) {
            Thread thread = new Thread(this::repeat, "reader-" + i);
            thread.setDaemon(true);
            threads.add(thread);
            thread.start();
        }
    }

    private void repeat() {
        while (!stopped) {
            String known = acknowledged.intents().keySet().stream().findAny().orElse("");
            read("/v1/leaders");
            read("/v1/jobs?limit=20");
            if (!known.isEmpty()) {
                read("/v1/intents/" + known);
            }
        }
    }

    private void read(String path) {
        long began = System.nanoTime();
        while (!stopped) {
            if (isAnswered(path)) {
                answered.accept(System.nanoTime() - began);
                LockSupport.parkNanos(PAUSE_NANOS);
                return;
            }
            acknowledged.retried();
            LockSupport.parkNanos(PAUSE_NANOS);
        }
    }

    private boolean isAnswered(String path) {
        Node node = nodes.get(ThreadLocalRandom.current().nextInt(nodes.size()));
        try {
            return http.send(
                                    HttpRequest.newBuilder(URI.create(node.url() + path))
                                            .timeout(Duration.ofSeconds(3))
                                            .header("Authorization", Bearer.OPERATOR.header())
                                            .build(),
                                    HttpResponse.BodyHandlers.discarding())
                            .statusCode()
                    == 200;
        } catch (IOException e) {
            return false;
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            return false;
        }
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
