package dev.baton.server.serve;

import static org.assertj.core.api.Assertions.assertThat;

import dev.baton.server.config.ConfigReader;
import dev.baton.server.config.Configuration;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
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
import java.util.UUID;
import org.junit.jupiter.api.Test;

class ManagementPortTest {

    private static final HttpClient CLIENT = HttpClient.newHttpClient();

    private static HttpResponse<String> get(int port, String path) throws Exception {
        return CLIENT.send(
                HttpRequest.newBuilder(URI.create("http://127.0.0.1:" + port + path))
                        .timeout(Duration.ofSeconds(60))
                        .build(),
                BodyHandlers.ofString());
    }

    @Test
    void probesAreAnsweredThereAndNothingElseIs() throws Exception {
        int port;
        try (ServerSocket free = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
            port = free.getLocalPort();
        }
        Configuration configuration = new ConfigReader(
                        Map.of(),
                        Map.of(
                                "database.url",
                                "jdbc:h2:mem:" + UUID.randomUUID() + ";DB_CLOSE_DELAY=-1",
                                "server.port",
                                "0",
                                "server.max_connections",
                                "10",
                                "server.management_port",
                                Integer.toString(port)))
                .read(Optional.empty());
        Serve.runForVisit(configuration, url -> {
            List<Socket> held = new ArrayList<>();
            for (int i = 0; i < 10; i++) {
                held.add(new Socket(InetAddress.getLoopbackAddress(), url.getPort()));
            }
            assertThat(get(port, "/healthz").body()).isEqualTo("ok\n");
            assertThat(get(port, "/readyz").statusCode()).isEqualTo(200);
            assertThat(get(port, "/metrics").body()).contains("baton_leader_is_leader");
            assertThat(get(port, "/v1/leaders").statusCode()).isEqualTo(404);
            for (Socket socket : held) {
                socket.close();
            }
        });
    }
}
