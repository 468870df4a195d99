package dev.baton.server.api;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpsConfigurator;
import com.sun.net.httpserver.HttpsExchange;
import com.sun.net.httpserver.HttpsParameters;
import com.sun.net.httpserver.HttpsServer;
import dev.baton.server.KeyTool;
import dev.baton.server.TestNode;
import dev.baton.testkit.TestPatience;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.UUID;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import javax.net.ssl.SSLContext;
import javax.net.ssl.SSLParameters;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** Gateways and webhooks that ask for a certificate are shown the one that is named, as its file has it now. */
@Timeout(180)
class ClientCertificateTest {

    private final BlockingQueue<String> calls = new LinkedBlockingQueue<>();

    @TempDir
    private Path folder;

    @Test
    void isShownAndExchangedWithoutARestart() throws Exception {
        Path server = KeyTool.key(folder.resolve("server.p12"), "CN=localhost");
        Path first = KeyTool.key(folder.resolve("first.p12"), "CN=first");
        Path second = KeyTool.key(folder.resolve("second.p12"), "CN=second");
        Path shown = KeyTool.withTrust(folder.resolve("shown.p12"), first, server);
        Files.writeString(folder.resolve("password"), KeyTool.PASSWORD);
        HttpsServer receiver = receiver(KeyTool.server(server, first, second));
        try (TestNode node = new TestNode(settings(receiver.getAddress().getPort()))) {
            submit(node);
            awaitCalls("/gateway CN=first", "/webhook CN=first");

            Path next = KeyTool.withTrust(folder.resolve("next.p12"), second, server);
            Files.move(next, shown, StandardCopyOption.REPLACE_EXISTING);
            node.node().configuration().reload();
            submit(node);
            awaitCalls("/gateway CN=second", "/webhook CN=second");

            Files.writeString(shown, "half of a file");
            node.node().configuration().reload();
            submit(node);
            awaitCalls("/gateway CN=second", "/webhook CN=second");
        } finally {
            receiver.stop(0);
        }
    }

    private String settings(int port) {
        return """
                [credentials.mine]
                type = 'certificate'
                file = '%1$s/shown.p12'
                password_file = '%1$s/password'
                [gateways.g]
                type = 'http'
                url = 'https://127.0.0.1:%2$d/gateway'
                credential = 'mine'
                [targets.t]
                gateway = 'g'
                policy = 'max_attempts'
                max_attempts = 20
                retry_delay = '100ms'
                webhook = 'https://127.0.0.1:%2$d/webhook'
                webhook_credential = 'mine'
                webhook_unsigned = true
                """.formatted(folder, port);
    }

    private HttpsServer receiver(SSLContext context) throws IOException {
        HttpsServer receiver = HttpsServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
        receiver.setHttpsConfigurator(new HttpsConfigurator(context) {
            @Override
            public void configure(HttpsParameters parameters) {
                SSLParameters demanding = context.getDefaultSSLParameters();
                demanding.setNeedClientAuth(true);
                parameters.setSSLParameters(demanding);
            }
        });
        receiver.createContext("/", this::receive);
        receiver.start();
        return receiver;
    }

    private void receive(HttpExchange exchange) throws IOException {
        try (exchange) {
            exchange.getRequestBody().readAllBytes();
            String who = ((HttpsExchange) exchange)
                    .getSSLSession()
                    .getPeerPrincipal()
                    .getName();
            calls.add(exchange.getRequestURI().getPath() + " " + who);
            byte[] answer = "{\"status\": \"accepted\"}".getBytes(UTF_8);
            exchange.getResponseHeaders().add("Content-Type", "application/json");
            exchange.sendResponseHeaders(200, answer.length);
            exchange.getResponseBody().write(answer);
        }
    }

    private static void submit(TestNode node) throws Exception {
        assertThat(node.post(
                                "/v1/intents",
                                "{\"intentId\": \"" + UUID.randomUUID() + "\", \"submissionTarget\": \"t\"}")
                        .status())
                .isEqualTo(200);
    }

    private void awaitCalls(String... expected) throws InterruptedException {
        for (String one : expected) {
            String call;
            do {
                call = calls.poll(TestPatience.LONGEST_WAIT.toSeconds(), TimeUnit.SECONDS);
                assertThat(call).as(one).isNotNull();
            } while (!call.equals(one));
        }
    }
}
