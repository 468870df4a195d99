package dev.baton.server.process;

import static org.assertj.core.api.Assertions.assertThat;

import dev.baton.testkit.TestPatience;
import java.io.IOException;
import java.io.OutputStream;
import java.net.InetAddress;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.UUID;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

/** A node with 128 MiB of memory, and clients that would like to have more of it. */
class SmallHeapIT {

    private static final int CLIENTS = 24;
    private static final String NESTED = ("[".repeat(50) + "]".repeat(50) + ",").repeat(1_800);

    private static BatonProcess node;
    private static ExecutorService clients;

    @BeforeAll
    static void start() throws Exception {
        node = BatonProcess.program(OwnProgram.class, "jdbc:h2:mem:" + UUID.randomUUID() + ";DB_CLOSE_DELAY=-1");
        clients = Executors.newFixedThreadPool(CLIENTS);
    }

    @AfterAll
    static void stop() throws Exception {
        clients.shutdownNow();
        node.close();
    }

    /** A request of one's own making; whether it is answered does not matter. */
    private static void send(String head, String body) {
        try (Socket socket = new Socket(InetAddress.getLoopbackAddress(), node.port())) {
            socket.setSoTimeout((int) TestPatience.LONGEST_WAIT.toMillis());
            OutputStream out = socket.getOutputStream();
            out.write((head + " HTTP/1.1\r\nHost: 127.0.0.1\r\nConnection: close\r\nContent-Type: application/json\r\n"
                            + "Content-Length: " + body.length() + "\r\n\r\n")
                    .getBytes(StandardCharsets.ISO_8859_1));
            out.write(body.getBytes(StandardCharsets.ISO_8859_1));
            socket.getInputStream().readAllBytes();
        } catch (IOException e) {
            return; // refused while it was still sending
        }
    }

    private static void allAtOnce(String head, String body) throws Exception {
        List<Future<?>> sent = new ArrayList<>();
        for (int i = 0; i < CLIENTS; i++) {
            sent.add(clients.submit(() -> send(head, body)));
        }
        for (Future<?> one : sent) {
            one.get(TestPatience.LONGEST_WAIT.toSeconds(), TimeUnit.SECONDS);
        }
        assertThat(node.get("/healthz").body()).isEqualTo("ok\n");
        assertThat(node.out() + node.err()).doesNotContain("OutOfMemoryError");
    }

    @Test
    void nestedBodiesDoNotFillIt() throws Exception {
        String most = "{\"intents\": [" + NESTED.repeat(22) + "0]}"; // just below four million bytes
        allAtOnce("POST /v1/session", most);
        allAtOnce("POST /v1/intents:batch", most);
        allAtOnce("POST /v1/jobs", "{\"job\": \"sample\", \"payload\": [" + NESTED + "0]}");
    }

    @Test
    void namesDoNotFillIt() throws Exception {
        StringBuilder names = new StringBuilder();
        for (int i = 0; i < 90_000; i++) {
            names.append("\"name-that-is-like-no-other-").append(i).append("\":0,");
        }
        allAtOnce("POST /v1/intents:batch", "{\"intents\": [{" + names + "\"last\":0}]}");
    }

    /** What was stored by one request is not the end of whoever reads it. */
    @Test
    void storedPayloadsDoNotFillIt() throws Exception {
        String payload = "[" + NESTED + "0]";
        String last = "";
        for (int i = 0; i < 20; i++) {
            String job = "{\"job\": \"sample\", \"runAt\": \"2199-01-01T00:00:00Z\", \"payload\": " + payload + "}";
            var stored = node.post("/v1/jobs", job);
            assertThat(stored.statusCode()).as(stored.body()).isEqualTo(200);
            last = stored.body().replaceAll("(?s).*\"id\":\"([^\"]*)\".*", "$1");
        }
        allAtOnce("GET /v1/jobs?limit=1000", "");
        allAtOnce("GET /v1/jobs/" + last, "");

        assertThat(node.get("/v1/jobs?limit=1000").body()).contains(last).doesNotContain("\"payload\"");
        assertThat(node.get("/v1/jobs/" + last).body()).as("byte for byte").contains(payload);
    }
}
