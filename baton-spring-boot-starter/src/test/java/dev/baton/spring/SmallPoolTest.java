package dev.baton.spring;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowable;
import static org.awaitility.Awaitility.await;

import com.zaxxer.hikari.HikariDataSource;
import dev.baton.spring.diagnostics.BatonFailureAnalyzer;
import dev.baton.submissions.gateway.Gateway;
import dev.baton.submissions.gateway.GatewayAnswer;
import dev.baton.submissions.model.IntentStatus;
import dev.baton.testkit.TestPatience;
import java.io.ByteArrayOutputStream;
import java.io.PrintStream;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.springframework.boot.SpringBootConfiguration;
import org.springframework.boot.WebApplicationType;
import org.springframework.boot.autoconfigure.EnableAutoConfiguration;
import org.springframework.boot.diagnostics.FailureAnalysis;
import org.springframework.context.ConfigurableApplicationContext;
import org.springframework.context.annotation.Bean;

/** The pool is the application's: what Baton needs for good it does not take from there, or says how much. */
class SmallPoolTest {

    /** Of jobs and submissions; with the connection that listens, five. */
    private static final List<String> ROLES =
            List.of("log-compactor", "metrics-aggregator", "scheduler", "submission-manager-executor");

    private final Contexts contexts = new Contexts();

    @AfterEach
    void close() {
        contexts.close();
    }

    /** An application with jobs and submissions. */
    @SpringBootConfiguration
    @EnableAutoConfiguration
    static class App {

        final CountDownLatch ran = new CountDownLatch(1);

        @BatonJob("count")
        public void count() {
            ran.countDown();
        }

        @Bean
        Gateway mail() {
            return call -> CompletableFuture.completedFuture(new GatewayAnswer.Accepted("m"));
        }
    }

    private ConfigurableApplicationContext start(int pool, String... more) {
        List<String> properties = new ArrayList<>(List.of(
                "server.port=0",
                "spring.datasource.url=" + contexts.database().url(),
                "spring.datasource.hikari.maximum-pool-size=" + pool,
                "baton.jobs.poll-interval=1s",
                "baton.submissions.targets.receipt.gateway=mail",
                "baton.submissions.targets.receipt.policy=one_shot",
                "management.endpoints.web.exposure.include=*"));
        properties.addAll(List.of(more));
        return contexts.start(WebApplicationType.SERVLET, App.class, properties);
    }

    private static void work(ConfigurableApplicationContext context) throws Exception {
        context.getBean(JobQueue.class).enqueue("count");
        Submissions submissions = context.getBean(Submissions.class);
        submissions.accept("one", "receipt", "{}");
        assertThat(context.getBean(App.class).ran.await(TestPatience.LONGEST_WAIT.toSeconds(), TimeUnit.SECONDS))
                .isTrue();
        await().atMost(TestPatience.LONGEST_WAIT)
                .until(() -> submissions.manager().get("one").orElseThrow().status() == IntentStatus.ACCEPTED);
    }

    private static int taken(ConfigurableApplicationContext context) {
        return context.getBean(HikariDataSource.class).getHikariPoolMXBean().getActiveConnections();
    }

    @Test
    void aPoolOfTwoIsEnoughAndOursWhileIdleIsNothingOfIt() throws Exception {
        ConfigurableApplicationContext context = start(2);
        work(context);

        String base = "http://127.0.0.1:" + context.getEnvironment().getProperty("local.server.port") + "/actuator/";
        HttpClient client = HttpClient.newHttpClient();
        for (String endpoint : List.of("health", "leadership")) {
            HttpResponse<String> answer = client.send(
                    HttpRequest.newBuilder(URI.create(base + endpoint)).build(), HttpResponse.BodyHandlers.ofString());
            assertThat(answer.statusCode()).as(endpoint).isEqualTo(200);
        }
        await().atMost(TestPatience.LONGEST_WAIT).until(() -> taken(context) == 0);
    }

    /** Sessions that are ended on purpose are no news: the pool is told, and need not find out. */
    @Test
    void thePoolHasNothingToComplainOf() throws Exception {
        PrintStream out = System.out;
        ByteArrayOutputStream said = new ByteArrayOutputStream();
        System.setOut(new PrintStream(said, true, StandardCharsets.UTF_8));
        try {
            ConfigurableApplicationContext context = start(2, "logging.level.dev.baton.leadership=INFO");
            work(context);
            context.close();
        } finally {
            System.setOut(out);
            out.print(said.toString(StandardCharsets.UTF_8));
        }
        assertThat(said.toString(StandardCharsets.UTF_8))
                .contains("leader_acquired")
                .doesNotContain("com.zaxxer.hikari");
    }

    @Test
    void aSharedPoolLosesExactlyWhatWasSaid() throws Exception {
        ConfigurableApplicationContext context = start(20, "baton.leadership-data-source=dataSource");
        work(context);
        await().atMost(TestPatience.LONGEST_WAIT).until(() -> taken(context) == ROLES.size() + 1);
    }

    /** Four roles and three connections: the pool that is refused with a session for each will do. */
    @Test
    void rolesThatShareTheirSessionsTakeThreeWhateverTheirNumber() throws Exception {
        ConfigurableApplicationContext context =
                start(6, "baton.leadership-data-source=dataSource", "baton.election.shared-sessions=true");
        work(context);
        await().atMost(TestPatience.LONGEST_WAIT).until(() -> taken(context) == 3);
    }

    @Test
    void aSharedPoolThatSharedSessionsWouldEmptyIsRefusedWithTheArithmetic() {
        Throwable failure = catchThrowable(
                () -> start(4, "baton.leadership-data-source=dataSource", "baton.election.shared-sessions=true"));
        assertThat(new BatonFailureAnalyzer().analyze(failure).getDescription())
                .isEqualTo("The pool has at most 4 connections, and Baton keeps 3 of them for good: two for all roles"
                        + " that are elected by session (" + String.join(", ", ROLES) + "), and one that listens.");
    }

    @Test
    void aSharedPoolThatElectionsWouldEmptyIsRefusedWithTheArithmetic() {
        Throwable failure = catchThrowable(() -> start(6, "baton.leadership-data-source=dataSource"));
        FailureAnalysis analysis = new BatonFailureAnalyzer().analyze(failure);
        assertThat(analysis.getDescription())
                .isEqualTo("The pool has at most 6 connections, and Baton keeps 5 of them for good: one for each role"
                        + " that is elected by session (" + String.join(", ", ROLES) + "), and one that listens.");
        assertThat(analysis.getAction()).contains("at least 7", "baton.leadership-data-source", "strategy=lease");
        assertThat(start(6, "baton.leadership-data-source=dataSource", "baton.election.strategy=lease")
                        .isRunning())
                .isTrue();
    }
}
