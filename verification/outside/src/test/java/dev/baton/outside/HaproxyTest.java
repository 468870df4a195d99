package dev.baton.outside;

import static org.assertj.core.api.Assertions.assertThat;

import dev.baton.testkit.Installed;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.URI;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The shipped configuration in a real HAProxy, before three nodes under load, of which two are killed. */
class HaproxyTest {

    private static final Path CONFIGURATION = Path.of("../../deploy/haproxy/haproxy.cfg");
    private static final String ROLE = "submission-manager-executor";
    private static final int CLIENTS = 4;
    private static final String TOKEN = "token-of-the-clients-0123456789";

    @TempDir
    private Path folder;

    private final Queue<String> acknowledged = new ConcurrentLinkedQueue<>();
    private final AtomicInteger refused = new AtomicInteger();
    private final AtomicBoolean done = new AtomicBoolean();

    @Test
    void everyAcknowledgedIntentIsExecutedThoughLeaderAndFollowerAreKilled() throws Exception {
        Path program = Installed.program("haproxy", "haproxy");
        try (Fleet fleet = Fleet.withToken(folder, TOKEN).start("n1", "n2", "n3")) {
            int port = Fleet.freePort();
            Process proxy = proxy(program, port, fleet);
            ExecutorService clients = Executors.newFixedThreadPool(CLIENTS);
            try {
                Fleet.until(() ->
                        Fleet.send(HttpRequest.newBuilder(uri(port, "/readyz"))).statusCode() == 200);
                nobodyIsAnOperatorByComingThroughIt(port);
                Fleet.until(() -> !fleet.leader(ROLE).isEmpty());
                for (int i = 0; i < CLIENTS; i++) {
                    int client = i;
                    clients.execute(() -> handIn(port, client));
                }
                acknowledgeMore(100);
                String leader = fleet.leader(ROLE);
                fleet.kill(leader);
                acknowledgeMore(100);
                String follower = follower(fleet);
                fleet.kill(follower);
                acknowledgeMore(100);
                done.set(true);
                clients.shutdown();
                assertThat(clients.awaitTermination(60, TimeUnit.SECONDS)).isTrue();
                everyOneIsAccepted(fleet);
            } finally {
                done.set(true);
                clients.shutdownNow();
                proxy.destroy();
            }
        }
    }

    private static void nobodyIsAnOperatorByComingThroughIt(int port) {
        assertThat(Fleet.send(HttpRequest.newBuilder(uri(port, "/v1/leaders"))).statusCode())
                .isEqualTo(401);
        assertThat(Fleet.send(HttpRequest.newBuilder(uri(port, "/v1/leaders")).header("X-Forwarded-For", "127.0.0.1"))
                        .statusCode())
                .isEqualTo(401);
    }

    private Process proxy(Path program, int port, Fleet fleet) throws IOException {
        ProcessBuilder builder = new ProcessBuilder(
                        program.toString(),
                        "-db",
                        "-f",
                        CONFIGURATION.toAbsolutePath().toString())
                .redirectErrorStream(true)
                .redirectOutput(folder.resolve("haproxy.log").toFile());
        Map<String, String> environment = builder.environment();
        environment.put("BATON_PROXY_BIND", "127.0.0.1:" + port);
        environment.put("BATON_NODE_1", "127.0.0.1:" + fleet.port("n1"));
        environment.put("BATON_NODE_2", "127.0.0.1:" + fleet.port("n2"));
        environment.put("BATON_NODE_3", "127.0.0.1:" + fleet.port("n3"));
        return builder.start();
    }

    private static URI uri(int port, String path) {
        return URI.create("http://127.0.0.1:" + port + path);
    }

    /** Hands in one intent after the other; only what was answered with 200 counts. */
    private void handIn(int port, int client) {
        for (int i = 0; !done.get(); i++) {
            String id = "c" + client + "-" + i;
            try {
                HttpResponse<String> answer = Fleet.send(HttpRequest.newBuilder(uri(port, "/v1/intents"))
                        .header("Authorization", "Bearer " + TOKEN)
                        .header("Content-Type", "application/json")
                        .POST(HttpRequest.BodyPublishers.ofString(
                                "{\"intentId\":\"" + id + "\",\"submissionTarget\":\"sample\"}")));
                if (answer.statusCode() == 200) {
                    acknowledged.add(id);
                } else {
                    refused.incrementAndGet();
                }
            } catch (UncheckedIOException e) {
                refused.incrementAndGet();
            }
        }
    }

    private void acknowledgeMore(int more) {
        int before = acknowledged.size();
        Fleet.until(() -> acknowledged.size() >= before + more);
    }

    private static String follower(Fleet fleet) {
        Fleet.until(() -> fleet.names().contains(fleet.leader(ROLE)));
        String leader = fleet.leader(ROLE);
        return fleet.names().stream()
                .filter(node -> !node.equals(leader))
                .findFirst()
                .orElseThrow();
    }

    private void everyOneIsAccepted(Fleet fleet) {
        String node = fleet.names().get(0);
        List<String> waiting = new ArrayList<>(acknowledged);
        Fleet.until(() -> {
            waiting.removeIf(id -> fleet.json(node, "/v1/intents/" + id)
                    .get("status")
                    .asString()
                    .equals("accepted"));
            return waiting.isEmpty();
        });
        System.out.printf(
                "HAProxy: %d intents acknowledged through two kills, all executed; %d requests were not acknowledged%n",
                acknowledged.size(), refused.get());
    }
}
