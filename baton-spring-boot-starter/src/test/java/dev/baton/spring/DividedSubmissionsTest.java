package dev.baton.spring;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowable;
import static org.awaitility.Awaitility.await;

import dev.baton.shards.ShardGroups;
import dev.baton.shards.ShardTerm;
import dev.baton.spring.diagnostics.BatonFailureAnalyzer;
import dev.baton.sql.Baton;
import dev.baton.submissions.SubmissionManager;
import dev.baton.submissions.gateway.Gateway;
import dev.baton.submissions.gateway.GatewayAnswer;
import dev.baton.submissions.gateway.GatewayCall;
import dev.baton.submissions.model.Policy;
import dev.baton.submissions.model.Target;
import dev.baton.testkit.TestPatience;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.springframework.beans.factory.config.BeanFactoryPostProcessor;
import org.springframework.boot.SpringBootConfiguration;
import org.springframework.boot.autoconfigure.EnableAutoConfiguration;
import org.springframework.boot.diagnostics.FailureAnalysis;
import org.springframework.context.ConfigurableApplicationContext;
import org.springframework.context.annotation.Bean;
import org.springframework.core.env.Environment;

/** {@code baton.submissions.shards}: several instances make the attempts, a part each. */
class DividedSubmissionsTest {

    private static final int TARGETS = 16;

    private final Contexts contexts = new Contexts();

    @AfterEach
    void close() {
        contexts.close();
    }

    /** Who was called, by intent. */
    static class Mail implements Gateway {
        private static final Map<String, Set<String>> CALLS = new ConcurrentHashMap<>();
        private final String node;

        Mail(String node) {
            this.node = node;
        }

        @Override
        public CompletableFuture<GatewayAnswer> send(GatewayCall call) {
            CALLS.computeIfAbsent(node, name -> ConcurrentHashMap.newKeySet()).add(call.intentId());
            return CompletableFuture.completedFuture(new GatewayAnswer.Accepted("m"));
        }
    }

    /** An application that mails. */
    @SpringBootConfiguration
    @EnableAutoConfiguration
    static class App {
        @Bean
        Mail mail(Environment environment) {
            return new Mail(environment.getRequiredProperty("baton.node.id"));
        }

        @Bean
        static BeanFactoryPostProcessor targets() {
            return factory -> {
                for (int i = 0; i < TARGETS; i++) {
                    factory.registerSingleton("t" + i, Target.of("t" + i, "mail", new Policy.MaxAttempts(9)));
                }
            };
        }
    }

    private ConfigurableApplicationContext node(String id, String... more) {
        String[] all = new String[more.length + 2];
        all[0] = "baton.submissions.shards=8";
        all[1] = "baton.jobs.enabled=false";
        System.arraycopy(more, 0, all, 2, more.length);
        return contexts.node(id, App.class, all);
    }

    private static int led(ConfigurableApplicationContext context) {
        return context.getBean(ShardLeaders.class)
                .shards(SubmissionManager.ROLE)
                .leading()
                .size();
    }

    @Test
    void instancesShareTheAttemptsAndObserversHandInForThem() throws Exception {
        ConfigurableApplicationContext one = node("one");
        ConfigurableApplicationContext two = node("two");
        ConfigurableApplicationContext observer = node("three", "baton.node.observer=true");
        await().atMost(TestPatience.LONGEST_WAIT).until(() -> led(one) == 4 && led(two) == 4);

        for (int i = 0; i < TARGETS; i++) {
            observer.getBean(Submissions.class).accept("i" + i, "t" + i, "{}");
        }

        await().atMost(TestPatience.LONGEST_WAIT)
                .until(() -> Mail.CALLS.values().stream().mapToInt(Set::size).sum() == TARGETS);
        assertThat(Mail.CALLS).containsOnlyKeys("one", "two");
        assertThat(new ShardGroups(one.getBean(Baton.class))
                        .find(SubmissionManager.ROLE)
                        .orElseThrow()
                        .nodes())
                .extracting(member -> member.node())
                .containsExactly("one", "two");
        two.close();
        await().atMost(TestPatience.LONGEST_WAIT).until(() -> led(one) == 8);
    }

    private FailureAnalysis refused(Class<?> application, String... properties) {
        Throwable failure = catchThrowable(() -> contexts.node("one", application, properties));
        assertThat(failure).as("the context must not start").isNotNull();
        return new BatonFailureAnalyzer().analyze(failure);
    }

    /** Takes the executor's group for its own. */
    @SpringBootConfiguration
    @EnableAutoConfiguration
    static class Twofold {
        @ShardLeader(group = SubmissionManager.ROLE, shards = 8)
        public void work(ShardTerm term) {}
    }

    @Test
    void whatCannotBeIsRefusedInWords() {
        assertThat(refused(App.class, "baton.submissions.shards=2000").getDescription())
                .contains("Submissions cannot work", "between 1 and 1024");
        assertThat(refused(App.class, "baton.submissions.shards=0").getDescription())
                .contains("between 1 and 1024");
        assertThat(refused(App.class, "baton.submissions.shards=8", "baton.shards.enabled=false")
                        .getAction())
                .contains("baton-shards", "baton.shards.enabled");
        assertThat(refused(
                                App.class,
                                "baton.submissions.shards=8",
                                "baton.election.enabled=false",
                                "baton.election.disabled-mode=always-leader")
                        .getDescription())
                .contains("baton.submissions.shards=8", "baton.election.enabled=false");
        assertThat(refused(Twofold.class, "baton.submissions.shards=8").getDescription())
                .contains(SubmissionManager.ROLE, "has a work already");
    }

    @Test
    void aSharedPoolHasRoomForAllOfThem() {
        assertThat(refused(
                                App.class,
                                "baton.submissions.shards=8",
                                "baton.jobs.enabled=false",
                                "spring.datasource.hikari.maximum-pool-size=11",
                                "baton.leadership-data-source=dataSource")
                        .getDescription())
                .contains("keeps 11 of them", SubmissionManager.ROLE + " with 8 shards and a coordinator");
    }
}
