package dev.baton.spring;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.baton.Strategy;
import dev.baton.Takeover;
import dev.baton.spring.election.CandidacyMapping;
import dev.baton.spring.properties.BatonProperties;
import dev.baton.submissions.SubmissionManager;
import dev.baton.submissions.gateway.Gateway;
import dev.baton.submissions.gateway.GatewayAnswer;
import dev.baton.submissions.gateway.GatewayCall;
import dev.baton.submissions.model.Acceptance;
import dev.baton.submissions.model.IntentStatus;
import dev.baton.submissions.model.Policy;
import dev.baton.submissions.model.Target;
import dev.baton.testkit.TestPatience;
import io.micrometer.common.KeyValue;
import io.micrometer.observation.Observation;
import io.micrometer.observation.ObservationHandler;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CopyOnWriteArrayList;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.springframework.boot.SpringBootConfiguration;
import org.springframework.boot.autoconfigure.EnableAutoConfiguration;
import org.springframework.context.ConfigurableApplicationContext;
import org.springframework.context.annotation.Bean;
import org.springframework.jdbc.core.JdbcTemplate;
import org.springframework.transaction.annotation.Transactional;

class SubmissionsTest {

    private static final String[] TARGETS = {
        "baton.submissions.targets.receipt.gateway=mail",
        "baton.submissions.targets.receipt.policy=max_attempts",
        "baton.submissions.targets.receipt.max-attempts=3"
    };

    private final Contexts contexts = new Contexts();

    @AfterEach
    void close() {
        contexts.close();
    }

    /** What is mailed. */
    public record Receipt(String to, int cents) {}

    /** An application that takes orders and mails receipts. */
    @SpringBootConfiguration
    @EnableAutoConfiguration
    static class App {
        @Bean
        Orders orders(JdbcTemplate jdbc, Submissions submissions) {
            return new Orders(jdbc, submissions);
        }

        @Bean
        Mail mail() {
            return new Mail();
        }

        @Bean
        Observed observed() {
            return new Observed();
        }

        @Bean
        Target reminder() {
            return Target.of("reminder", "mail", new Policy.OneShot());
        }
    }

    /** A service whose intents belong to its transaction. */
    static class Orders {
        private final JdbcTemplate jdbc;
        private final Submissions submissions;

        Orders(JdbcTemplate jdbc, Submissions submissions) {
            this.jdbc = jdbc;
            this.submissions = submissions;
            jdbc.execute("CREATE TABLE IF NOT EXISTS orders (id varchar(20) PRIMARY KEY)");
        }

        // region service
        @Transactional
        public Acceptance place(String id, boolean fails) {
            jdbc.update("INSERT INTO orders VALUES (?)", id);
            Acceptance answer = submissions.accept("receipt-" + id, "receipt", new Receipt("ann", 995));
            if (fails) {
                throw new IllegalStateException("no money");
            }
            return answer;
        }
        // endregion
    }

    // region gateway
    /** A gateway that is a bean. */
    static class Mail implements Gateway {
        final List<GatewayCall> calls = new CopyOnWriteArrayList<>();

        @Override
        public CompletableFuture<GatewayAnswer> send(GatewayCall call) {
            calls.add(call);
            return CompletableFuture.completedFuture(new GatewayAnswer.Accepted("m-" + calls.size()));
        }
    }
    // endregion

    /** What was observed. */
    static class Observed implements ObservationHandler<Observation.Context> {
        final Map<String, String> outcomes = new ConcurrentHashMap<>();

        @Override
        public void onStop(Observation.Context context) {
            KeyValue outcome = context.getLowCardinalityKeyValue("baton.outcome");
            if (outcome != null) {
                outcomes.put(context.getName(), outcome.getValue());
            }
        }

        @Override
        public boolean supportsContext(Observation.Context context) {
            return true;
        }
    }

    @Test
    void anIntentExistsIfAndWhenItsReasonCommits() throws Exception {
        ConfigurableApplicationContext context = contexts.node("one", App.class, TARGETS);
        Orders orders = context.getBean(Orders.class);
        Submissions submissions = context.getBean(Submissions.class);
        Mail mail = context.getBean(Mail.class);

        assertThatThrownBy(() -> orders.place("7", true)).hasMessage("no money");
        assertThat(orders.place("8", false)).isInstanceOf(Acceptance.Created.class);
        assertThat(submissions.accept("receipt-8", "receipt", new Receipt("ann", 995)))
                .isInstanceOf(Acceptance.Existing.class);
        assertThat(submissions.accept("receipt-8", "receipt", new Receipt("bob", 1)))
                .isInstanceOf(Acceptance.Conflict.class);
        assertThat(submissions.accept("reminder-8", "reminder", new Receipt("ann", 995)))
                .isInstanceOf(Acceptance.Created.class);
        assertThat(submissions.accept("x", "nowhere", "")).isInstanceOf(Acceptance.Refused.class);

        Awaitility.await()
                .atMost(TestPatience.LONGEST_WAIT)
                .until(() -> submissions
                                        .manager()
                                        .get("receipt-8")
                                        .orElseThrow()
                                        .status()
                                == IntentStatus.ACCEPTED
                        && submissions.manager().get("reminder-8").orElseThrow().status() == IntentStatus.ACCEPTED);
        assertThat(submissions.manager().get("receipt-7")).isEmpty();
        assertThat(context.getBean(Observed.class).outcomes)
                .containsEntry("baton.attempt", "accepted")
                .containsEntry("baton.gateway_call", "accepted")
                .containsKey("baton.accept");
        assertThat(mail.calls).hasSize(2).extracting(GatewayCall::leaseEpoch).containsOnly(1L);
        assertThat(mail.calls)
                .extracting(call -> new String(call.payload(), StandardCharsets.UTF_8))
                .allSatisfy(json -> assertThat(json).contains("\"to\":\"ann\"", "\"cents\":995"));
    }

    @Test
    void itsTakeoverIsExclusiveUnlessItsOwnPropertySaysOtherwise() {
        String own = "baton.election.roles." + SubmissionManager.ROLE + ".takeover=immediate";
        assertThat(takeover(contexts.node("one", App.class, TARGETS))).isEqualTo(Takeover.EXCLUSIVE);
        contexts.close();
        assertThat(takeover(contexts.node("two", App.class, TARGETS[0], TARGETS[1], TARGETS[2], own)))
                .isEqualTo(Takeover.IMMEDIATE);
    }

    private static Takeover takeover(ConfigurableApplicationContext context) {
        BatonProperties properties = context.getBean(BatonProperties.class);
        var baton = context.getBean(dev.baton.sql.Baton.class);
        Strategy strategy = CandidacyMapping.candidacy(
                        SubmissionManager.ROLE, properties.getElection(), baton, Takeover.EXCLUSIVE)
                .strategy()
                .orElseThrow();
        return ((Strategy.Session) strategy).takeover();
    }
}
