package dev.baton.server.work;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import dev.baton.jobs.JobRequest;
import dev.baton.server.TestNode;
import dev.baton.testkit.TestPatience;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HashSet;
import java.util.List;
import java.util.Queue;
import java.util.Set;
import java.util.UUID;
import java.util.concurrent.Callable;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.regex.Pattern;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** What calls cost a node whose callee takes its time, and answers them all at once. */
class ManyCallsTest {

    private static final int CALLS = 300;

    /** On one or two processors Java's client ends every call on a new thread, which is gone a moment later. */
    private static final Pattern OF_AN_ENDING = Pattern.compile("Thread-\\d+");

    private final Queue<HttpExchange> underWay = new ConcurrentLinkedQueue<>();
    private final Set<Thread> before = new HashSet<>();
    private List<String> most = List.of();
    private HttpServer callee;

    @BeforeEach
    void listen() throws IOException {
        callee = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 2 * CALLS);
        callee.createContext("/slow", underWay::add); // answered later, by no thread of the server
        callee.createContext("/quick", ManyCallsTest::answer);
        callee.start();
    }

    @AfterEach
    void stop() {
        callee.stop(0);
    }

    private static void answer(HttpExchange exchange) {
        try (exchange) {
            exchange.getRequestBody().readAllBytes();
            exchange.sendResponseHeaders(200, -1);
        } catch (IOException e) {
            throw new IllegalStateException(e);
        }
    }

    private String handler(String name) {
        return "[jobs.handlers." + name + "]\ntype = 'http'\nurl = 'http://127.0.0.1:"
                + callee.getAddress().getPort() + "/" + name + "'\n";
    }

    @Test
    void callsThatTakeTheirTimeHoldNoThreadsAndFewAreEnoughToEndThemTogether() throws Exception {
        String url = "jdbc:h2:mem:" + UUID.randomUUID() + ";DB_CLOSE_DELAY=-1";
        String toml = "[jobs]\nprivate_networks = ['127.0.0.0/8']\n" + handler("slow") + handler("quick");
        try (TestNode node = new TestNode(toml, url);
                Connection rows = DriverManager.getConnection(url)) {
            before.addAll(Thread.getAllStackTraces().keySet());
            node.node().jobs().enqueue(Collections.nCopies(CALLS, JobRequest.of("slow")));
            untilTrue(() -> underWay.size() == CALLS);
            node.node().jobs().enqueue(JobRequest.of("quick"));
            untilTrue(() -> completed(rows, "quick") == 1);
            underWay.forEach(ManyCallsTest::answer);
            untilTrue(() -> completed(rows, "slow") == CALLS);
            assertThat(most).as("threads beyond those of an idle node").hasSizeLessThanOrEqualTo(20);
            assertThat(most)
                    .as("of them clients'")
                    .filteredOn(name -> name.startsWith("HttpClient-"))
                    .isEmpty();
        }
    }

    private void untilTrue(Callable<Boolean> there) {
        await().atMost(TestPatience.LONGEST_WAIT)
                .pollInterval(Duration.ofMillis(20))
                .until(() -> {
                    look();
                    return there.call();
                });
    }

    private static int completed(Connection rows, String job) throws SQLException {
        try (Statement statement = rows.createStatement();
                ResultSet row = statement.executeQuery("SELECT count(*) FROM baton_job_runs WHERE job_name = '" + job
                        + "' AND outcome = 'completed'")) {
            row.next();
            return row.getInt(1);
        }
    }

    /** Remembers the names of all threads that are there beyond those of before, when they were most. */
    private void look() {
        List<String> now = new ArrayList<>();
        for (Thread thread : Thread.getAllStackTraces().keySet()) {
            if (!before.contains(thread)
                    && !OF_AN_ENDING.matcher(thread.getName()).matches()) {
                now.add(thread.getName());
            }
        }
        if (now.size() > most.size()) {
            most = now;
        }
    }
}
