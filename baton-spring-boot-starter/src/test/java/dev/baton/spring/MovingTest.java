package dev.baton.spring;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.baton.jobs.JobRequest;
import dev.baton.jobs.JobView;
import dev.baton.testkit.TestPatience;
import java.time.Instant;
import java.time.LocalTime;
import java.time.ZoneId;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.springframework.boot.SpringBootConfiguration;
import org.springframework.boot.autoconfigure.EnableAutoConfiguration;
import org.springframework.context.ConfigurableApplicationContext;
import org.springframework.context.annotation.Bean;
import org.springframework.jdbc.core.JdbcTemplate;

/** What the guide puts in the place of db-scheduler and Quartz, run. */
class MovingTest {

    private final Contexts contexts = new Contexts();

    @AfterEach
    void close() {
        contexts.close();
    }

    /** What a mail needs. */
    public record Mail(String to) {}

    /** An application that has moved. */
    @SpringBootConfiguration
    @EnableAutoConfiguration
    static class App {
        @Bean
        Work work() {
            return new Work();
        }

        @Bean
        Orders orders(JobQueue queue) {
            return new Orders(queue);
        }
    }

    /** What was tasks. */
    static class Work {
        private final List<String> done = new CopyOnWriteArrayList<>();

        // region handlers
        @BatonJob(value = "tidy", after = "10m") // Tasks.recurring("tidy", FixedDelay.ofMinutes(10))
        public void tidy() {
            done.add("tidied");
        }

        @BatonJob(value = "nightly", cron = "0 0 3 * * *", zone = "Europe/Berlin") // a CronTrigger, Schedules.cron(…)
        public void report() {
            done.add("reported");
        }

        @BatonJob("send") // Tasks.oneTime("send", Mail.class), a JobDetail with its JobDataMap
        public void send(Mail mail) {
            done.add("sent to " + mail.to());
        }
        // endregion

        // region misfires
        @BatonJob(value = "hourly", cron = "0 0 * * * *", catchUp = 0) // misfire instruction DO_NOTHING
        public void poll() {
            done.add("polled");
        }

        @BatonJob(value = "billing", cron = "0 0 4 * * *", catchUp = 31) // IGNORE_MISFIRE_POLICY, within bounds
        public void bill() {
            done.add("billed");
        }
        // endregion
    }

    /** What was a client of the scheduler. */
    static class Orders {
        private final JobQueue queue;

        Orders(JobQueue queue) {
            this.queue = queue;
        }

        // region enqueue
        /** scheduler.schedule(send.instance("order-7", mail), at): a second one of that key is not enqueued. */
        void confirm(Mail mail, Instant at) {
            queue.enqueue(JobRequest.of("send").uniqueKey("order-7").runAt(at), mail);
        }
        // endregion
    }

    @Test
    void whatWasTasksRuns() throws Exception {
        ConfigurableApplicationContext context = contexts.node("one", App.class);
        Orders orders = context.getBean(Orders.class);
        orders.confirm(new Mail("ann"), Instant.now());
        orders.confirm(new Mail("ann"), Instant.now());
        Work work = context.getBean(Work.class);
        await().atMost(TestPatience.LONGEST_WAIT).until(() -> work.done.size() >= 2);
        assertThat(work.done).contains("tidied", "sent to ann").doesNotHaveDuplicates();

        List<JobView> recurring = context.getBean(JobQueue.class).jobs().admin().recurring(10);
        assertThat(recurring)
                .extracting(JobView::job)
                .containsExactlyInAnyOrder("tidy", "nightly", "hourly", "billing");
        assertThat(recurring)
                .filteredOn(job -> job.job().equals("nightly"))
                .allSatisfy(job -> assertThat(job.nextRunTime()
                                .atZone(ZoneId.of("Europe/Berlin"))
                                .toLocalTime())
                        .isEqualTo(LocalTime.of(3, 0)));
        assertThat(catchUps(context)).containsExactly("billing 31", "hourly 0", "nightly 1");
    }

    private static List<String> catchUps(ConfigurableApplicationContext context) {
        return context.getBean(JdbcTemplate.class)
                .queryForList(
                        "SELECT job_name || ' ' || catch_up FROM baton_jobs WHERE cron IS NOT NULL ORDER BY job_name",
                        String.class);
    }
}
