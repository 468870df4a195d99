package dev.baton.spring;

import static org.assertj.core.api.Assertions.assertThat;

import dev.baton.testkit.TestPatience;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.springframework.boot.SpringBootConfiguration;
import org.springframework.boot.WebApplicationType;
import org.springframework.boot.autoconfigure.EnableAutoConfiguration;
import org.springframework.context.ConfigurableApplicationContext;

class ActuatorTest {

    private final Contexts contexts = new Contexts();
    private final HttpClient client = HttpClient.newHttpClient();

    @AfterEach
    void close() {
        contexts.close();
    }

    /** An application that does nothing. */
    @SpringBootConfiguration
    @EnableAutoConfiguration
    static class App {}

    private HttpResponse<String> send(HttpRequest.Builder request) throws IOException, InterruptedException {
        return client.send(request.build(), HttpResponse.BodyHandlers.ofString());
    }

    @Test
    void tellsHealthLeadersAndMetricsAndTakesOrders() throws Exception {
        ConfigurableApplicationContext context = contexts.start(
                WebApplicationType.SERVLET,
                App.class,
                List.of(
                        "server.port=0",
                        "spring.datasource.url=" + contexts.database().url(),
                        "baton.node.id=one",
                        "baton.election.roles.reporter.takeover=immediate",
                        "management.endpoints.web.exposure.include=*",
                        "management.endpoint.health.show-details=always"));
        context.getBean(Leaders.class).campaign("reporter").awaitLeadership(TestPatience.LONGEST_WAIT);
        String base = "http://127.0.0.1:" + context.getEnvironment().getProperty("local.server.port") + "/actuator/";

        HttpResponse<String> health = send(HttpRequest.newBuilder(URI.create(base + "health")));
        assertThat(health.statusCode()).isEqualTo(200);
        assertThat(health.body()).contains("\"baton\"", "\"role.reporter\":\"leader\"", "\"node\":\"one\"");

        assertThat(send(HttpRequest.newBuilder(URI.create(base + "leadership"))).body())
                .contains("\"role\":\"reporter\"", "\"mode\":\"leader\"", "\"epoch\":1");
        assertThat(send(HttpRequest.newBuilder(URI.create(base + "leadership/reporter")))
                        .body())
                .contains("\"event\":\"acquired\"");
        assertThat(send(HttpRequest.newBuilder(URI.create(base + "prometheus"))).body())
                .contains("baton_leader_is_leader{role=\"reporter\"} 1.0", "baton_jobs_reclaimed_total");

        assertThat(act(base, "{\"action\":\"dance\"}").statusCode()).isEqualTo(400);
        assertThat(act(base, "{\"action\":\"transfer\"}").statusCode()).isEqualTo(400);
        assertThat(act(base, "{\"action\":\"drain\"}").statusCode()).isEqualTo(200);
        context.getBean(Leaders.class).campaign("reporter").drain().get(60, java.util.concurrent.TimeUnit.SECONDS);
        assertThat(send(HttpRequest.newBuilder(URI.create(base + "leadership"))).body())
                .contains("\"mode\":\"resting\"");
    }

    private HttpResponse<String> act(String base, String body) throws Exception {
        return send(HttpRequest.newBuilder(URI.create(base + "leadership/reporter"))
                .header("Content-Type", "application/json")
                .POST(HttpRequest.BodyPublishers.ofString(body)));
    }
}
