package dev.baton.spring;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.baton.LeaderToken;
import dev.baton.LeaderWork;
import dev.baton.LeadershipEvent;
import dev.baton.NotLeaderException;
import dev.baton.Term;
import dev.baton.sql.Baton;
import dev.baton.testkit.TestPatience;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.Executor;
import java.util.concurrent.TimeUnit;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.springframework.boot.SpringBootConfiguration;
import org.springframework.boot.autoconfigure.EnableAutoConfiguration;
import org.springframework.context.ConfigurableApplicationContext;
import org.springframework.context.annotation.Bean;
import org.springframework.context.event.EventListener;
import org.springframework.scheduling.annotation.EnableScheduling;
import org.springframework.scheduling.annotation.Scheduled;

class LeaderOnlyTest {

    private final Contexts contexts = new Contexts();

    @AfterEach
    void close() {
        contexts.close();
    }

    /** An application with everything that only a leader may do. */
    @SpringBootConfiguration
    @EnableAutoConfiguration
    @EnableScheduling
    static class App {
        @Bean
        Duty duty() {
            return new Duty();
        }

        @Bean
        Chief chief(Duty duty) {
            return new Chief(duty);
        }

        @Bean
        LongWork longWork() {
            return new LongWork();
        }

        @Bean
        Heard heard() {
            return new Heard();
        }
    }

    /** What is done. */
    static class Duty {
        private final List<LeaderToken> ticks = new CopyOnWriteArrayList<>();
        private final CountDownLatch began = new CountDownLatch(1);
        private final CountDownLatch release = new CountDownLatch(1);

        List<LeaderToken> ticks() {
            return ticks;
        }

        CountDownLatch began() {
            return began;
        }

        CountDownLatch release() {
            return release;
        }

        @Scheduled(fixedDelay = 20)
        @LeaderOnly(role = "${duty.role:duty}")
        public void tick() {
            ticks.add(LeaderContext.token());
        }

        @LeaderOnly(role = "duty", otherwise = LeaderOnly.Otherwise.THROW)
        public LeaderToken token(LeaderToken token) {
            return token;
        }

        @LeaderOnly(role = "duty")
        public void block() throws InterruptedException {
            began.countDown();
            release.await();
        }
    }

    /** Calls others for what it does. */
    static class Chief {
        private final Duty duty;

        Chief(Duty duty) {
            this.duty = duty;
        }

        @LeaderOnly(role = "duty", otherwise = LeaderOnly.Otherwise.THROW)
        public LeaderToken blockAndAsk() throws InterruptedException {
            duty.block();
            return duty.token(null);
        }
    }

    /** What goes on for a whole term. */
    @LeaderOnly(role = "long-work")
    static class LongWork implements LeaderWork {
        final CountDownLatch began = new CountDownLatch(1);

        @Override
        public void lead(Term term) throws InterruptedException {
            began.countDown();
            boolean over = false;
            while (!over) {
                over = term.awaitOver(Duration.ofSeconds(1));
            }
        }
    }

    /** What was published. */
    static class Heard {
        final List<LeadershipEvent> events = new CopyOnWriteArrayList<>();

        @EventListener
        public void on(LeadershipEvent event) {
            events.add(event);
        }
    }

    private static void leads(ConfigurableApplicationContext context) throws InterruptedException {
        assertThat(context.getBean(Leaders.class).campaign("duty").awaitLeadership(TestPatience.LONGEST_WAIT))
                .isPresent();
    }

    @Test
    void runsOnOneInstanceAndMovesOnWhenItsContextCloses() throws Exception {
        ConfigurableApplicationContext one = contexts.node("one", App.class);
        leads(one);
        ConfigurableApplicationContext two = contexts.node("two", App.class);
        Duty first = one.getBean(Duty.class);
        Duty second = two.getBean(Duty.class);

        Awaitility.await()
                .atMost(TestPatience.LONGEST_WAIT)
                .until(() -> first.ticks().size() > 5);
        assertThat(second.ticks()).isEmpty();
        assertThat(first.token(null).epoch()).isEqualTo(1);
        assertThatThrownBy(() -> second.token(null)).isInstanceOf(NotLeaderException.class);
        assertThat(one.getBean(LongWork.class).began.await(60, TimeUnit.SECONDS))
                .isTrue();
        Awaitility.await()
                .atMost(TestPatience.LONGEST_WAIT)
                .until(() -> one.getBean(Heard.class).events.stream()
                        .anyMatch(event -> event.kind() == LeadershipEvent.Kind.GATE_OPENED));

        one.close();
        Awaitility.await()
                .atMost(TestPatience.LONGEST_WAIT)
                .until(() -> !second.ticks().isEmpty());
        assertThat(second.ticks().get(0).epoch()).isEqualTo(2);
    }

    @Test
    void closingWaitsForCallsUnderWay() throws Exception {
        ConfigurableApplicationContext one = contexts.node("one", App.class);
        leads(one);
        ConfigurableApplicationContext two = contexts.node("two", App.class);
        Duty duty = one.getBean(Duty.class);
        Chief chief = one.getBean(Chief.class);
        Baton baton = one.getBean(Baton.class);
        Executor threads = task -> new Thread(task).start(); // the common pool may have only one
        CompletableFuture<LeaderToken> call = CompletableFuture.supplyAsync(
                () -> {
                    try {
                        return chief.blockAndAsk();
                    } catch (InterruptedException e) {
                        throw new IllegalStateException(e);
                    }
                },
                threads);
        assertThat(duty.began().await(60, TimeUnit.SECONDS)).isTrue();

        CompletableFuture<Void> closing = CompletableFuture.runAsync(one::close, threads);
        Awaitility.await().atMost(TestPatience.LONGEST_WAIT).until(() -> {
            try {
                duty.token(null);
                return false;
            } catch (NotLeaderException left) {
                return true; // nothing new begins
            }
        });
        assertThat(baton.campaigns().stream()
                        .filter(campaign -> campaign.role().equals("duty"))
                        .allMatch(campaign -> campaign.gate().isLeader()))
                .as("still leading, for the call under way")
                .isTrue();
        assertThat(two.getBean(Duty.class).ticks()).isEmpty();

        duty.release().countDown();
        assertThat(call.get(60, TimeUnit.SECONDS).epoch())
                .as("what a call under way calls is a part of it")
                .isEqualTo(1);
        leads(two);
        closing.get(60, TimeUnit.SECONDS);
    }

    @Test
    void runsNowhereWhereElectionIsDisabled() {
        ConfigurableApplicationContext follower = contexts.node("one", App.class, "baton.election.enabled=false");
        assertThatThrownBy(() -> follower.getBean(Duty.class).token(null)).isInstanceOf(NotLeaderException.class);
        ConfigurableApplicationContext leader = contexts.node(
                "two", App.class, "baton.election.enabled=false", "baton.election.disabled-mode=always-leader");
        assertThat(leader.getBean(Duty.class).token(null).epoch()).isZero();
    }
}
