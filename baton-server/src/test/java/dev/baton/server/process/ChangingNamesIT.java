package dev.baton.server.process;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import com.sun.net.httpserver.HttpsConfigurator;
import com.sun.net.httpserver.HttpsServer;
import dev.baton.server.KeyTool;
import dev.baton.server.http.Json;
import dev.baton.testkit.TestPatience;
import java.io.IOException;
import java.io.OutputStream;
import java.io.UncheckedIOException;
import java.net.InetSocketAddress;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.StandardOpenOption;
import java.util.Map;
import java.util.Queue;
import java.util.UUID;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Consumer;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;

/** Names that lead elsewhere than they did, or nowhere for as long as one waits. */
class ChangingNamesIT {

    private static final String NAME = "callee.example";

    @TempDir
    private Path folder;

    private final AtomicInteger called = new AtomicInteger();
    private HttpServer inside;

    @BeforeEach
    void listen() throws Exception {
        inside = listen("127.0.0.1", 0, exchange -> called.incrementAndGet());
    }

    private static HttpServer listen(String address, int port, Consumer<HttpExchange> seen) throws IOException {
        return serve(HttpServer.create(new InetSocketAddress(address, port), 0), seen);
    }

    /** The same over TLS, with this key. */
    private static HttpServer listen(String address, int port, Path key, Consumer<HttpExchange> seen) throws Exception {
        HttpsServer server = HttpsServer.create(new InetSocketAddress(address, port), 0);
        server.setHttpsConfigurator(new HttpsConfigurator(KeyTool.server(key)));
        return serve(server, seen);
    }

    private static HttpServer serve(HttpServer server, Consumer<HttpExchange> seen) {
        server.createContext("/", exchange -> {
            seen.accept(exchange);
            exchange.sendResponseHeaders(200, -1);
            exchange.close();
        });
        server.start();
        return server;
    }

    private String handler(String name, String host) {
        return "[jobs.handlers." + name + "]\ntype = 'http'\nurl = 'http://" + host + ":"
                + inside.getAddress().getPort() + "/a%20b?c=%2F'\n";
    }

    private static BatonProcess serve(Path hosts, Path toml, int secondsKept) throws Exception {
        return serve(hosts, toml, secondsKept, "");
    }

    /** @param more properties of Java */
    private static BatonProcess serve(Path hosts, Path toml, int secondsKept, String more) throws Exception {
        Map<String, String> names = Map.of(
                "JAVA_TOOL_OPTIONS", "-Djdk.net.hosts.file=" + hosts + " -Dsun.net.inetaddr.ttl=" + secondsKept + more);
        String database = "jdbc:h2:mem:" + UUID.randomUUID();
        return BatonProcess.serve(names, "--config", toml.toString(), "--db", database, "--port", "0");
    }

    @AfterEach
    void stop() {
        inside.stop(0);
    }

    @Test
    void aNameThatComesToLeadInsideIsNotCalled() throws Exception {
        Path hosts = Files.writeString(folder.resolve("hosts"), "93.184.216.34 " + NAME + "\n");
        Path toml = Files.writeString(folder.resolve("baton.toml"), handler("call", NAME));
        try (BatonProcess node = serve(hosts, toml, 1)) {
            Files.writeString(hosts, "127.0.0.1 " + NAME + "\n");
            node.post("/v1/jobs", "{\"job\": \"call\"}");
            await().atMost(TestPatience.LONGEST_WAIT)
                    .until(() -> node.get("/v1/dead-letters").body().contains("is 127.0.0.1, which is not public"));
            assertThat(called).hasValue(0);
        }
    }

    /** The system answers each question anew, and the second time otherwise: whoever asked twice would be led inside. */
    @Test
    @EnabledOnOs(
            value = OS.LINUX,
            disabledReason = "there 127.0.0.2 is the machine too, and a pipe can be a file of hosts")
    void anAnswerThatChangesAfterItWasJudgedLeadsNowhereElse() throws Exception {
        Path hosts = Files.writeString(folder.resolve("hosts"), "127.0.0.2 " + NAME + "\n");
        Path toml = Files.writeString(
                folder.resolve("baton.toml"), "[jobs]\nprivate_networks = ['127.0.0.2/32']\n" + handler("call", NAME));
        Queue<String> outside = new ConcurrentLinkedQueue<>();
        HttpServer judged = listen(
                "127.0.0.2",
                inside.getAddress().getPort(),
                exchange -> outside.add(exchange.getRequestHeaders().getFirst("Host") + exchange.getRequestURI()));
        try (BatonProcess node = serve(hosts, toml, 0)) {
            replaceByPipe(hosts);
            node.post("/v1/jobs", "{\"job\": \"call\"}");
            try (OutputStream answer = opened(hosts)) { // the node has asked, and waits
                replaceByInside(hosts);
                answer.write(("127.0.0.2 " + NAME + "\n").getBytes(StandardCharsets.US_ASCII));
            }
            await().atMost(TestPatience.LONGEST_WAIT).until(() -> outside.size() + called.get() > 0);
            assertThat(outside)
                    .as("what the callee was asked for, under its name")
                    .containsExactly(NAME + ":" + inside.getAddress().getPort() + "/a%20b?c=%2F");
            assertThat(called).hasValue(0);
        } finally {
            judged.stop(0);
        }
    }

    /** Both can prove who they are; the one inside is not who is called. */
    @Test
    @EnabledOnOs(
            value = OS.LINUX,
            disabledReason = "there 127.0.0.2 is the machine too, and a pipe can be a file of hosts")
    void overTlsAnAnswerThatChangesAfterItWasJudgedIsHandedNothing() throws Exception {
        Path ofInside = KeyTool.key(folder.resolve("inside.p12"), "CN=inside");
        Path ofCallee = KeyTool.key(folder.resolve("callee.p12"), "CN=callee", "dns:" + NAME);
        Path trusted = KeyTool.storeTrusting(folder.resolve("trusted.p12"), ofInside, ofCallee);
        AtomicInteger outside = new AtomicInteger();
        HttpServer found = listen("127.0.0.1", 0, ofInside, exchange -> called.incrementAndGet());
        int port = found.getAddress().getPort();
        HttpServer judged = listen("127.0.0.2", port, ofCallee, exchange -> outside.incrementAndGet());
        Path hosts = Files.writeString(folder.resolve("hosts"), "127.0.0.2 " + NAME + "\n");
        Path toml = Files.writeString(
                folder.resolve("baton.toml"),
                "[jobs]\nprivate_networks = ['127.0.0.2/32']\n[jobs.handlers.call]\ntype = 'http'\nmethod = 'POST'\nurl = 'https://"
                        + NAME + ":" + port + "/'\n");
        try (BatonProcess node = serve(hosts, toml, 0, trusting(trusted))) {
            node.post("/v1/jobs", "{\"job\": \"call\"}");
            await().atMost(TestPatience.LONGEST_WAIT)
                    .until(() -> outside.get() == 1); // it is called as long as it is there
            replaceByPipe(hosts);
            String job = Json.parse(
                            node.post("/v1/jobs", "{\"job\": \"call\"}").body().getBytes(StandardCharsets.UTF_8))
                    .path("id")
                    .asString();
            try (OutputStream answer = opened(hosts)) { // the node has asked, and waits
                replaceByInside(hosts);
                answer.write(("127.0.0.2 " + NAME + "\n").getBytes(StandardCharsets.US_ASCII));
            }
            await().atMost(TestPatience.LONGEST_WAIT)
                    .until(() -> node.json("/v1/jobs/" + job).path("runs").size() > 0);
            assertThat(node.json("/v1/jobs/" + job).path("runs").findValuesAsString("error"))
                    .as("why the first try failed: it was led inside, and met somebody else there")
                    .anyMatch(error -> error.contains("No subject alternative DNS name matching " + NAME));
            assertThat(called).hasValue(0);
            assertThat(outside).hasValue(1);
        } finally {
            judged.stop(0);
            found.stop(0);
        }
    }

    private static String trusting(Path store) {
        return " -Djavax.net.ssl.trustStore=" + store + " -Djavax.net.ssl.trustStorePassword=" + KeyTool.PASSWORD;
    }

    @Test
    @EnabledOnOs(
            value = {OS.LINUX, OS.MAC},
            disabledReason = "a pipe with a name stands for a DNS server")
    void aNameThatHangsHoldsUpNoOtherJob() throws Exception {
        Path hosts = Files.writeString(folder.resolve("hosts"), "127.0.0.1 " + NAME + "\n");
        Path toml = Files.writeString(
                folder.resolve("baton.toml"),
                "[jobs]\nthreads = 1\nprivate_networks = ['127.0.0.1/32']\n" + handler("hanging", NAME)
                        + handler("well", "127.0.0.1"));
        try (BatonProcess node = serve(hosts, toml, 0)) {
            replaceByPipe(hosts);
            for (int i = 0; i < 20; i++) {
                node.post("/v1/jobs", "{\"job\": \"hanging\"}");
            }
            try (OutputStream asked = opened(hosts)) { // and gets no answer until this is closed
                node.post("/v1/jobs", "{\"job\": \"well\"}");
                await().atMost(TestPatience.LONGEST_WAIT).until(() -> called.get() == 1);
                replaceByInside(hosts);
                asked.write(("127.0.0.1 " + NAME + "\n").getBytes(StandardCharsets.US_ASCII));
            }
            await().atMost(TestPatience.LONGEST_WAIT).until(() -> called.get() == 21);
        }
    }

    private void replaceByPipe(Path hosts) throws Exception {
        Path pipe = folder.resolve("next");
        assertThat(new ProcessBuilder("mkfifo", pipe.toString()).start().waitFor())
                .isZero();
        Files.move(pipe, hosts, StandardCopyOption.REPLACE_EXISTING);
    }

    /** For all but those who read the pipe already. */
    private void replaceByInside(Path hosts) throws IOException {
        Path inside = Files.writeString(folder.resolve("next"), "127.0.0.1 " + NAME + "\n");
        Files.move(inside, hosts, StandardCopyOption.REPLACE_EXISTING);
    }

    /** As soon as somebody reads there. */
    private static OutputStream opened(Path pipe) throws Exception {
        return CompletableFuture.supplyAsync(() -> {
                    try {
                        return Files.newOutputStream(pipe, StandardOpenOption.WRITE);
                    } catch (IOException e) {
                        throw new UncheckedIOException(e);
                    }
                })
                .get(TestPatience.LONGEST_WAIT.toSeconds(), TimeUnit.SECONDS);
    }
}
