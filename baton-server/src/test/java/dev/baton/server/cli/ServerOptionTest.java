package dev.baton.server.cli;

import static org.assertj.core.api.Assertions.assertThat;

import com.sun.net.httpserver.HttpServer;
import dev.baton.server.KeyTool;
import dev.baton.server.cli.remote.NodeClient;
import dev.baton.support.Threads;
import java.io.IOException;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.net.URI;
import java.net.http.HttpConnectTimeoutException;
import java.net.http.HttpTimeoutException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Which node commands talk to, and what they say where none answers. */
class ServerOptionTest {

    @TempDir
    private Path folder;

    private record Said(int code, String err) {}

    private static Said leaders(String server) {
        StringWriter err = new StringWriter();
        int code = Commands.line()
                .setOut(new PrintWriter(new StringWriter(), true))
                .setErr(new PrintWriter(err, true))
                .execute("leaders", "--server", server);
        return new Said(code, err.toString());
    }

    @ParameterizedTest
    @ValueSource(
            strings = {"localhost:8080", "localhost", "//localhost:8080", "ftp://localhost", "http:///v1", "a b", ""})
    void whatIsNoAddressOfANodeIsWrongUsage(String server) {
        Said said = leaders(server);

        assertThat(said.code()).isEqualTo(2);
        assertThat(said.err())
                .contains("--server", "'" + server + "': it must be like http://HOST:8080 or https://HOST");
    }

    @Test
    void aPasswordInTheAddressIsNotShown() {
        Said said = leaders("http://ada:secret@localhost:8080");

        assertThat(said.code()).isEqualTo(2);
        assertThat(said.err()).contains("BATON_TOKEN").doesNotContain("secret");
        assertThat(leaders("http://localhost/?a=b").err()).contains("nothing may follow the path");
    }

    @Test
    void aPathIsWhereAProxyHasTheNode() throws Exception {
        Queue<String> asked = new ConcurrentLinkedQueue<>();
        HttpServer proxy = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
        proxy.createContext("/", exchange -> {
            asked.add(exchange.getRequestURI().toString());
            byte[] answer = "{\"items\": []}".getBytes(StandardCharsets.UTF_8);
            exchange.sendResponseHeaders(200, answer.length);
            exchange.getResponseBody().write(answer);
            exchange.close();
        });
        proxy.start();
        try {
            String server = "http://localhost:" + proxy.getAddress().getPort();
            for (String path : new String[] {"", "/", "/baton", "/baton/"}) {
                assertThat(leaders(server + path).code()).isZero();
            }
        } finally {
            proxy.stop(0);
        }
        assertThat(asked).containsExactly("/v1/leaders", "/v1/leaders", "/baton/v1/leaders", "/baton/v1/leaders");
    }

    @Test
    void aCertificateThatNobodyTrustsIsToldAsThat() throws Exception {
        Path key = KeyTool.key(folder.resolve("key.p12"), "CN=localhost");
        try (ServerSocket socket =
                KeyTool.server(key, key).getServerSocketFactory().createServerSocket(0)) {
            answerAll(socket);
            Said said = leaders("https://localhost:" + socket.getLocalPort());

            assertThat(said.code()).isEqualTo(1);
            assertThat(said.err())
                    .contains("no TLS with https://localhost", "javax.net.ssl.trustStore")
                    .doesNotContain("there is no Baton");
        }
    }

    @Test
    void aServerWithoutTlsIsToldAsThat() throws Exception {
        try (ServerSocket socket = new ServerSocket(0, 50, InetAddress.getLoopbackAddress())) {
            answerAll(socket);
            Said said = leaders("https://localhost:" + socket.getLocalPort());

            assertThat(said.code()).isEqualTo(1);
            assertThat(said.err()).contains("no TLS with https://localhost", "begins with http://");
        }
    }

    /** Reads a byte and says something. */
    private static void answerAll(ServerSocket socket) {
        Threads.daemon("answers", () -> {
                    while (!socket.isClosed()) {
                        try (Socket client = socket.accept()) {
                            client.getInputStream().read();
                            client.getOutputStream()
                                    .write("HTTP/1.1 400 Bad Request\r\n\r\n".getBytes(StandardCharsets.UTF_8));
                        } catch (IOException e) {
                            // the client has heard enough, or the test is over
                        }
                    }
                })
                .start();
    }

    @Test
    void whoWasReachedAndSaysNothingMayHaveDoneIt() {
        URI server = URI.create("http://localhost:8080");

        assertThat(NodeClient.noAnswer(server, new HttpTimeoutException("request timed out")))
                .contains("was reached and has not answered in time", "may have been done")
                .doesNotContain("there is no Baton");
        assertThat(NodeClient.noAnswer(server, new HttpConnectTimeoutException("HTTP connect timed out")))
                .startsWith("there is no Baton at http://localhost:8080");
    }
}
