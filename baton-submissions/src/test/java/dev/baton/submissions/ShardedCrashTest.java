package dev.baton.submissions;

import static org.assertj.core.api.Assertions.assertThat;

import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import dev.baton.testkit.PostgresDatabase;
import java.io.BufferedReader;
import java.io.File;
import java.io.IOException;
import java.io.InputStreamReader;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.Executor;
import java.util.concurrent.TimeUnit;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;

/** Three real processes share a divided executor, and one of them is killed with kill -9 in the middle of its work. */
class ShardedCrashTest {

    private static final int ROUNDS = 20;
    private static final Executor LATER = CompletableFuture.delayedExecutor(20, TimeUnit.MILLISECONDS);

    private final PostgresDatabase database = PostgresDatabase.fresh();
    private final List<Call> calls = new CopyOnWriteArrayList<>();

    private record Call(String id, int attempt) {}

    @Test
    void whatAKilledNodeLeftIsDoneByTheOthersAndNothingTwiceWithoutCause() throws Exception {
        HttpServer gateway = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
        gateway.createContext("/", this::take);
        gateway.start();
        String url = "http://127.0.0.1:" + gateway.getAddress().getPort() + "/";
        List<Process> nodes = new ArrayList<>();
        try (TestNode client = TestNode.on(database.dataSource())
                .named("client")
                .with(settings -> ShardNode.settings(url))
                .observing()
                .shards(ManyTargets.SHARDS)
                .start()) {
            List<String> ordered = ManyTargets.submit(client, "early", ROUNDS);
            for (String name : List.of("one", "two", "three")) {
                nodes.add(start(name, url));
            }
            for (Process node : nodes) {
                awaitLeads(node);
            }
            List<String> ids = new ArrayList<>(ordered);
            ids.addAll(ManyTargets.submit(client, "late", 2));
            Process killed = nodes.get(1).destroyForcibly();
            assertThat(killed.waitFor(30, TimeUnit.SECONDS)).isTrue();
            ids.addAll(ManyTargets.submit(client, "later", 2));
            ManyTargets.awaitAccepted(client, ids);
            checkCalledOnce(client, ids);
            checkOrder(client, ordered);
        } finally {
            nodes.forEach(Process::destroyForcibly);
            gateway.stop(0);
        }
    }

    private Process start(String name, String gateway) throws IOException {
        return new ProcessBuilder(
                        System.getProperty("java.home") + File.separator + "bin" + File.separator + "java",
                        "-Xmx128m",
                        "-XX:TieredStopAtLevel=1",
                        "-cp",
                        System.getProperty("java.class.path"),
                        ShardNode.class.getName(),
                        database.url(),
                        name,
                        gateway)
                .redirectError(ProcessBuilder.Redirect.INHERIT)
                .start();
    }

    private static void awaitLeads(Process node) throws IOException {
        BufferedReader out = new BufferedReader(new InputStreamReader(node.getInputStream(), StandardCharsets.UTF_8));
        for (String line = out.readLine(); line != null; line = out.readLine()) {
            if (line.equals("LEADS")) {
                return;
            }
        }
        throw new AssertionError("the process ended before it led its share");
    }

    private void take(HttpExchange exchange) {
        int attempt = Integer.parseInt(exchange.getRequestHeaders().getFirst("Baton-Attempt"));
        String key = exchange.getRequestHeaders().getFirst("Idempotency-Key");
        String id = key.substring(0, key.lastIndexOf(':'));
        calls.add(new Call(id, attempt));
        LATER.execute(() -> answer(exchange, id));
    }

    private static void answer(HttpExchange exchange, String id) {
        byte[] answer = ("{\"referenceId\":\"" + id + "\",\"status\":\"accepted\"}").getBytes(StandardCharsets.UTF_8);
        try (exchange) {
            exchange.getRequestBody().readAllBytes();
            exchange.getResponseHeaders().set("Content-Type", "application/json");
            exchange.sendResponseHeaders(200, answer.length);
            exchange.getResponseBody().write(answer);
        } catch (IOException e) {
            assertThat(e).as("its caller was killed").isNotNull();
        }
    }

    private void checkCalledOnce(TestNode client, List<String> ids) throws Exception {
        Map<String, List<Integer>> attempts = calls.stream()
                .collect(Collectors.groupingBy(Call::id, Collectors.mapping(Call::attempt, Collectors.toList())));
        assertThat(attempts).containsOnlyKeys(ids);
        for (String id : ids) {
            assertThat(attempts.get(id)).as(id).doesNotHaveDuplicates();
            assertThat(attempts.get(id).size() == 1 || ManyTargets.wasDisturbed(client, id))
                    .as("attempts on " + id + " without cause: " + attempts.get(id))
                    .isTrue();
        }
    }

    /**
     * Of first attempts. What is tried again comes when its time has come, and the first call of an attempt whose leader was
     * lost in the middle of it may come at any time, or never.
     */
    private void checkOrder(TestNode client, List<String> ids) throws Exception {
        Set<String> undisturbed = new HashSet<>();
        for (String id : ids) {
            if (!ManyTargets.wasDisturbed(client, id)) {
                undisturbed.add(id);
            }
        }
        Map<String, List<String>> inTurn = calls.stream()
                .filter(call -> call.attempt() == 1 && undisturbed.contains(call.id()))
                .map(Call::id)
                .collect(Collectors.groupingBy(ManyTargets::target));
        inTurn.forEach((target, called) -> assertThat(called)
                .as("the order of " + target)
                .containsExactlyElementsOf(ids.stream().filter(called::contains).toList()));
    }
}
