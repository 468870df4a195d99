package dev.baton.spring;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.baton.jobs.JobContext;
import dev.baton.jobs.JobSettings;
import dev.baton.spring.properties.JobProperties;
import dev.baton.testkit.TestPatience;
import io.micrometer.observation.Observation;
import io.micrometer.observation.ObservationHandler;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.springframework.boot.SpringBootConfiguration;
import org.springframework.boot.autoconfigure.EnableAutoConfiguration;
import org.springframework.context.ConfigurableApplicationContext;
import org.springframework.context.annotation.Bean;
import org.springframework.transaction.PlatformTransactionManager;
import org.springframework.transaction.support.TransactionTemplate;

class BatonJobTest {

    private final Contexts contexts = new Contexts();

    @AfterEach
    void close() {
        contexts.close();
    }

    /** What a mail needs. */
    public record Mail(String to, int copies) {}

    /** An application that sends mail. */
    @SpringBootConfiguration
    @EnableAutoConfiguration
    static class App {
        @Bean
        Mailer mailer() {
            return new Mailer();
        }

        @Bean
        Spans spans() {
            return new Spans();
        }
    }

    /** The handlers. */
    static class Mailer {
        final List<Mail> sent = new CopyOnWriteArrayList<>();
        final CountDownLatch recurred = new CountDownLatch(2);

        @BatonJob("send-mail")
        public void send(Mail mail, JobContext context) {
            context.progress("sending");
            sent.add(mail);
        }

        @BatonJob("greet")
        public void greet(String name) {
            sent.add(new Mail(name, 0));
        }

        @BatonJob(value = "sweep", every = "${sweep.every:100ms}")
        public void sweep() {
            recurred.countDown();
        }
    }

    /** What was observed. */
    static class Spans implements ObservationHandler<Observation.Context> {
        final List<String> names = new CopyOnWriteArrayList<>();

        @Override
        public void onStop(Observation.Context context) {
            if (context.getName().equals("baton.job")) {
                names.add(context.getContextualName());
            }
        }

        @Override
        public boolean supportsContext(Observation.Context context) {
            return true;
        }
    }

    @Test
    void runsTypedJobsEnqueuedInTheRunningTransaction() throws Exception {
        ConfigurableApplicationContext context = contexts.node("one", App.class);
        Mailer mailer = context.getBean(Mailer.class);
        JobQueue queue = context.getBean(JobQueue.class);
        TransactionTemplate transaction = new TransactionTemplate(context.getBean(PlatformTransactionManager.class));
        assertThatThrownBy(() -> transaction.executeWithoutResult(status -> {
                    queue.enqueue("send-mail", new Mail("nobody", 1));
                    throw new IllegalStateException("rolled back");
                }))
                .hasMessage("rolled back");
        transaction.executeWithoutResult(status -> queue.enqueue("send-mail", new Mail("ann", 2)));
        queue.enqueue("send-mail", new Mail("bob", 3));
        queue.enqueue("greet", "eve");
        Awaitility.await().atMost(TestPatience.LONGEST_WAIT).until(() -> mailer.sent.size() == 3);
        assertThat(mailer.sent).containsExactlyInAnyOrder(new Mail("ann", 2), new Mail("bob", 3), new Mail("eve", 0));
        assertThat(mailer.recurred.await(60, TimeUnit.SECONDS)).isTrue();
        Awaitility.await()
                .atMost(TestPatience.LONGEST_WAIT)
                .until(() -> context.getBean(Spans.class).names.contains("job send-mail"));
    }

    @Test
    void theDefaultsAreThoseOfTheLibrary() {
        JobSettings library = JobSettings.DEFAULT;
        JobProperties ours = new JobProperties();
        assertThat(ours.getThreads()).isEqualTo(library.threads());
        assertThat(ours.getPollInterval()).isEqualTo(library.pollInterval());
        assertThat(ours.getLockTimeout()).isEqualTo(library.lockTimeout());
        assertThat(ours.getHeartbeat()).isEqualTo(library.heartbeat());
        assertThat(ours.getHeartbeatTimeout()).isEqualTo(library.heartbeatTimeout());
        assertThat(ours.getStopTimeout()).isEqualTo(library.stopTimeout());
    }
}
