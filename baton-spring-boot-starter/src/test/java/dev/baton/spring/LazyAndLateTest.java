package dev.baton.spring;

import static org.assertj.core.api.Assertions.assertThat;

import dev.baton.LeaderWork;
import dev.baton.Term;
import dev.baton.jobs.Enqueued;
import dev.baton.testkit.TestPatience;
import java.time.Duration;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicReference;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.springframework.boot.SpringBootConfiguration;
import org.springframework.boot.autoconfigure.EnableAutoConfiguration;
import org.springframework.context.ConfigurableApplicationContext;
import org.springframework.context.SmartLifecycle;
import org.springframework.context.annotation.Bean;

/** Beans that nobody asks for still do what they are for, and requests that end late still leave behind what they have. */
class LazyAndLateTest {

    private static final CountDownLatch LED = new CountDownLatch(1);
    private static final CountDownLatch SWEPT = new CountDownLatch(1);

    private final Contexts contexts = new Contexts();

    @AfterEach
    void close() {
        contexts.close();
    }

    /** Whatever begins by itself. */
    @SpringBootConfiguration
    @EnableAutoConfiguration
    static class Idle {
        @Bean
        Work work() {
            return new Work();
        }

        @Bean
        Methods methods() {
            return new Methods();
        }
    }

    /** For a whole term. */
    @LeaderOnly(role = "worker")
    static class Work implements LeaderWork {
        @Override
        public void lead(Term term) throws InterruptedException {
            LED.countDown();
            term.awaitOver(Duration.ofMinutes(1));
        }
    }

    /** Again and again, and when somebody calls. */
    static class Methods {
        @BatonJob(value = "sweep", every = "100ms")
        public void sweep() {
            SWEPT.countDown();
        }

        @LeaderOnly(role = "caller")
        public void call() {}
    }

    @Test
    void lazyInitializationLeavesOutWhatBeginsByItself() throws Exception {
        ConfigurableApplicationContext context =
                contexts.node("one", Idle.class, "spring.main.lazy-initialization=true");
        long patience = TestPatience.LONGEST_WAIT.toSeconds();
        assertThat(LED.await(patience, TimeUnit.SECONDS)).isTrue();
        assertThat(SWEPT.await(patience, TimeUnit.SECONDS)).isTrue();
        assertThat(context.getBean(Leaders.class).campaign("caller").awaitLeadership(TestPatience.LONGEST_WAIT))
                .isPresent();
    }

    /** A server whose last request enqueues while it stops, after Baton has. */
    static class LastRequest implements SmartLifecycle {
        private final JobQueue queue;
        private final AtomicReference<Enqueued> answer = new AtomicReference<>();
        private volatile boolean running;

        LastRequest(JobQueue queue) {
            this.queue = queue;
        }

        @Override
        public void start() {
            running = true;
        }

        @Override
        public void stop() {
            running = false;
            answer.set(queue.enqueue("later"));
        }

        @Override
        public boolean isRunning() {
            return running;
        }

        @Override
        public int getPhase() {
            return SmartLifecycle.DEFAULT_PHASE - 1024;
        }
    }

    /** Serves. */
    @SpringBootConfiguration
    @EnableAutoConfiguration
    static class Server {
        @Bean
        LastRequest lastRequest(JobQueue queue) {
            return new LastRequest(queue);
        }
    }

    @Test
    void theLastRequestsOfAServerEnqueueAfterJobsHaveStopped() {
        ConfigurableApplicationContext context = contexts.node("one", Server.class);
        LastRequest last = context.getBean(LastRequest.class);
        context.close();
        assertThat(last.answer.get()).isNotNull();
    }
}
