package dev.baton.server.live;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.baton.server.TestNode;
import dev.baton.testkit.TestPatience;
import java.net.InetAddress;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;

class ViewersTest {

    private static final int VIEWERS = 1_000;

    @Test
    void aThousandViewersCostTheDatabaseNoMoreThanOne() throws Exception {
        AtomicInteger looks = new AtomicInteger();
        List<Socket> sockets = new ArrayList<>();
        try (TestNode node = new TestNode("")) {
            node.node().feed().section("looks", looks::incrementAndGet);
            for (int i = 0; i < VIEWERS; i++) {
                Socket socket = new Socket(InetAddress.getLoopbackAddress(), node.port());
                sockets.add(socket);
                socket.getOutputStream()
                        .write("GET /v1/events HTTP/1.1\r\nHost: 127.0.0.1\r\n\r\n".getBytes(StandardCharsets.UTF_8));
            }
            await().atMost(TestPatience.LONGEST_WAIT)
                    .until(() -> node.node().feed().hub().viewers() == VIEWERS);
            long begin = System.nanoTime();
            int before = looks.get();
            await().atMost(TestPatience.LONGEST_WAIT).until(() -> looks.get() >= before + 5);
            long seconds = Duration.ofNanos(System.nanoTime() - begin).toSeconds();

            assertThat(looks.get() - before).isLessThanOrEqualTo((int) seconds + 7);
            assertThat(node.get("/healthz").status()).isEqualTo(200);
            assertThat(Thread.getAllStackTraces().keySet())
                    .filteredOn(thread -> thread.getName().startsWith("http-"))
                    .hasSizeLessThanOrEqualTo(12);
            for (Socket socket : sockets) {
                socket.close();
            }
            await().atMost(TestPatience.LONGEST_WAIT)
                    .until(() -> node.node().feed().hub().viewers() == 0);
        }
    }
}
