package dev.baton.spring;

import static org.assertj.core.api.Assertions.assertThat;

import dev.baton.LeaderToken;
import dev.baton.testkit.TestPatience;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.springframework.boot.SpringBootConfiguration;
import org.springframework.boot.autoconfigure.EnableAutoConfiguration;
import org.springframework.context.ConfigurableApplicationContext;
import org.springframework.context.annotation.Bean;

/** Flyway or Liquibase makes the tables from what the jars hold, beside the application's own; Baton only checks. */
class SchemaByOthersTest {

    private final Contexts contexts = new Contexts();

    @AfterEach
    void close() {
        contexts.close();
    }

    /** An application with a role and a job. */
    @SpringBootConfiguration
    @EnableAutoConfiguration
    static class App {
        @Bean
        Duty duty() {
            return new Duty();
        }
    }

    /** What it does. */
    static class Duty {
        private final List<String> ran = new CopyOnWriteArrayList<>();

        List<String> ran() {
            return ran;
        }

        @BatonJob("note")
        public void note() {
            ran.add("note");
        }

        @LeaderOnly(role = "duty", otherwise = LeaderOnly.Otherwise.THROW)
        public LeaderToken token(LeaderToken token) {
            return token;
        }
    }

    private void works(String... properties) throws InterruptedException {
        List<String> all = new ArrayList<>(List.of(properties));
        all.add("baton.schema.mode=never");
        ConfigurableApplicationContext context = contexts.node("one", App.class, all.toArray(String[]::new));
        Duty duty = context.getBean(Duty.class);
        context.getBean(Leaders.class).campaign("duty").awaitLeadership(TestPatience.LONGEST_WAIT);
        assertThat(duty.token(null).epoch()).isEqualTo(1);
        context.getBean(JobQueue.class).enqueue("note");
        Awaitility.await()
                .atMost(TestPatience.LONGEST_WAIT)
                .until(() -> !duty.ran().isEmpty());
    }

    @Test
    void flyway() throws InterruptedException {
        String[] properties = {
            "spring.flyway.enabled=true", "spring.flyway.locations=classpath:db/own,classpath:db/baton-schema/{vendor}"
        };
        works(properties);
        contexts.close();
        contexts.node("two", App.class, properties); // run again, it finds nothing to do
    }

    @Test
    void liquibase() throws InterruptedException {
        works("spring.liquibase.enabled=true", "spring.liquibase.change-log=classpath:db/own-changelog.xml");
    }
}
