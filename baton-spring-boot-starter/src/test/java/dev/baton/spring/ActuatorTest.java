package dev.baton.spring;

import static org.assertj.core.api.Assertions.assertThat;

import dev.baton.shards.ShardGroups;
import dev.baton.shards.Shards;
import dev.baton.spring.actuator.LeadershipEndpoint;
import dev.baton.spring.actuator.ShardsEndpoint;
import dev.baton.testkit.TestPatience;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.springframework.boot.SpringBootConfiguration;
import org.springframework.boot.WebApplicationType;
import org.springframework.boot.actuate.audit.AuditEvent;
import org.springframework.boot.actuate.audit.listener.AuditApplicationEvent;
import org.springframework.boot.autoconfigure.EnableAutoConfiguration;
import org.springframework.context.ApplicationListener;
import org.springframework.context.ConfigurableApplicationContext;
import org.springframework.context.annotation.Bean;
import org.springframework.jdbc.core.JdbcTemplate;

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
    static class App {

        /**
         * A listener rather than a repository: on Spring Boot 4 a repository of audit events needs Spring Security on the
         * class path.
         */
        @Bean
        ApplicationListener<AuditApplicationEvent> audit() {
            return AUDIT;
        }
    }

    private static final Audit AUDIT = new Audit();

    /** Where an application keeps its audit events. */
    private static final class Audit implements ApplicationListener<AuditApplicationEvent> {

        private final List<AuditEvent> events = new CopyOnWriteArrayList<>();
        private volatile boolean broken;

        @Override
        public void onApplicationEvent(AuditApplicationEvent event) {
            if (broken) {
                throw new IllegalStateException("the audit cannot be written");
            }
            events.add(event.getAuditEvent());
        }

        List<String> outcomes() {
            return events.stream()
                    .filter(event -> event.getType().equals(LeadershipEndpoint.AUDIT_TYPE))
                    .map(event -> event.getPrincipal() + " " + event.getData().get("role") + " "
                            + event.getData().get("action") + " "
                            + event.getData().get("outcome"))
                    .toList();
        }
    }

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
        AUDIT.broken = true;
        assertThat(act(base, "{\"action\":\"drain\"}").statusCode())
                .as("what cannot be put on record is not done")
                .isEqualTo(500);
        AUDIT.broken = false;
        assertThat(send(HttpRequest.newBuilder(URI.create(base + "leadership"))).body())
                .doesNotContain("\"mode\":\"resting\"");
        assertThat(act(base, "{\"action\":\"drain\"}").statusCode()).isEqualTo(200);
        assertThat(AUDIT.outcomes())
                .contains(
                        "anonymous reporter dance asked",
                        "anonymous reporter dance refused: action 'dance' is not one of drain, undrain, transfer",
                        "anonymous reporter drain asked")
                .anyMatch(line -> line.matches("anonymous reporter drain (begun|done)"));
        context.getBean(Leaders.class).campaign("reporter").drain().get(60, java.util.concurrent.TimeUnit.SECONDS);
        assertThat(send(HttpRequest.newBuilder(URI.create(base + "leadership"))).body())
                .contains("\"mode\":\"resting\"");
    }

    /** An application with a divided role. */
    @SpringBootConfiguration
    @EnableAutoConfiguration
    static class Divided {
        @ShardLeader(group = "orders", shards = 3)
        public void work() {}

        @Bean
        ApplicationListener<AuditApplicationEvent> audit() {
            return AUDIT;
        }
    }

    @Test
    void tellsOfShardsAndTakesOrders() throws Exception {
        ConfigurableApplicationContext context = contexts.start(
                WebApplicationType.SERVLET,
                Divided.class,
                List.of(
                        "server.port=0",
                        "spring.datasource.url=" + contexts.database().url(),
                        "baton.node.id=one",
                        "management.endpoints.web.exposure.include=*",
                        "management.endpoint.health.show-details=always"));
        Shards shards = context.getBean(ShardLeaders.class).shards("orders");
        Awaitility.await()
                .atMost(TestPatience.LONGEST_WAIT)
                .until(() -> shards.leading().size() == 3);
        String base = "http://127.0.0.1:" + context.getEnvironment().getProperty("local.server.port") + "/actuator/";

        assertThat(send(HttpRequest.newBuilder(URI.create(base + "health"))).body())
                .contains("\"shards.orders\":\"leads 3 of 3\"", "\"role.orders.coordinator\":\"leader\"")
                .doesNotContain("\"role.orders.1\"");
        assertThat(send(HttpRequest.newBuilder(URI.create(base + "shards"))).body())
                .contains("\"group\":\"orders\"", "\"withoutLeader\":[]", "\"node\":\"one\"", "\"leads\":3");
        assertThat(send(HttpRequest.newBuilder(URI.create(base + "shards/orders")))
                        .body())
                .contains("\"role\":\"orders.2\"", "\"owner\":\"one\"", "\"leader\":\"one\"", "\"epoch\":1");
        assertThat(send(HttpRequest.newBuilder(URI.create(base + "prometheus"))).body())
                .contains("baton_leader_is_leader{role=\"orders.2\"} 1.0");

        new JdbcTemplate(contexts.database().dataSource())
                .update("INSERT INTO baton_shard_members SELECT group_name, 'ghost', 'ghost#1', 1, 'open', version,"
                        + " seen_at - interval '1 hour' FROM baton_shard_members"); // one that crashed takes nothing
        for (String bad : List.of(
                "{\"action\":\"dance\"}",
                "{\"action\":\"drain\",\"node\":\"one\"}", // nobody else would take them
                "{\"action\":\"drain\",\"node\":\"nobody\"}",
                "{\"action\":\"drain\"}",
                "{\"action\":\"undrain\"}",
                "{\"action\":\"resize\"}",
                "{\"action\":\"move\",\"shard\":1}",
                "{\"action\":\"move\",\"node\":\"one\"}",
                "{\"action\":\"move\",\"node\":\"one\",\"shard\":3}",
                "{\"action\":\"move\",\"node\":\"ghost\",\"shard\":1}",
                "{\"action\":\"resize\",\"shards\":0}")) {
            assertThat(order(base, bad).statusCode()).as(bad).isEqualTo(400);
        }
        AUDIT.broken = true;
        assertThat(order(base, "{\"action\":\"resize\",\"shards\":5}").statusCode())
                .as("what cannot be put on record is not done")
                .isEqualTo(500);
        AUDIT.broken = false;
        assertThat(context.getBean(ShardGroups.class)
                        .find("orders")
                        .orElseThrow()
                        .wanted())
                .isEqualTo(3);
        assertThat(order(base, "{\"action\":\"undrain\",\"node\":\"one\"}").body())
                .contains("\"asked\":false");
        assertThat(order(base, "{\"action\":\"move\",\"node\":\"one\",\"shard\":1}")
                        .body())
                .as("it is there")
                .contains("\"asked\":false");
        Awaitility.await()
                .atMost(TestPatience.LONGEST_WAIT)
                .until(
                        () -> { // what came before the first reading is not lately done
                            shards.leading().forEach(term -> term.worked(term.shard() == 2 ? 900 : 0));
                            return send(HttpRequest.newBuilder(URI.create(base + "shards/orders")))
                                    .body()
                                    .matches("(?s).*\"role\":\"orders.2\"[^}]*\"workPerSecond\":[1-9].*");
                        });
        assertThat(order(base, "{\"action\":\"resize\",\"shards\":5}").body()).contains("\"asked\":true");
        Awaitility.await()
                .atMost(TestPatience.LONGEST_WAIT)
                .until(() -> shards.leading().size() == 5);
        assertThat(AUDIT.events)
                .filteredOn(event -> event.getType().equals(ShardsEndpoint.AUDIT_TYPE))
                .extracting(event -> event.getPrincipal() + " "
                        + event.getData().get("action") + " " + event.getData().get("outcome"))
                .contains("anonymous dance asked", "anonymous resize done", "anonymous undrain nothing to do")
                .contains(
                        "anonymous drain refused: drain needs 'node'",
                        "anonymous undrain refused: undrain needs 'node'",
                        "anonymous resize refused: resize needs 'shards', 1 or more",
                        "anonymous move refused: a move needs 'shard' and 'node'");
    }

    private HttpResponse<String> order(String base, String body) throws Exception {
        return send(HttpRequest.newBuilder(URI.create(base + "shards/orders"))
                .header("Content-Type", "application/json")
                .POST(HttpRequest.BodyPublishers.ofString(body)));
    }

    private HttpResponse<String> act(String base, String body) throws Exception {
        return send(HttpRequest.newBuilder(URI.create(base + "leadership/reporter"))
                .header("Content-Type", "application/json")
                .POST(HttpRequest.BodyPublishers.ofString(body)));
    }
}
