package dev.baton.jars;

import dev.baton.Campaign;
import dev.baton.jobs.JobRequest;
import dev.baton.jobs.Jobs;
import dev.baton.jobs.JobsSchema;
import dev.baton.sql.Baton;
import dev.baton.submissions.SubmissionManager;
import dev.baton.submissions.SubmissionSettings;
import dev.baton.submissions.model.GatewaySpec;
import dev.baton.submissions.model.IntentRequest;
import dev.baton.submissions.model.Policy;
import dev.baton.submissions.model.Target;
import java.nio.charset.StandardCharsets;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import org.h2.jdbcx.JdbcDataSource;

/** Leads, writes behind the fence, runs a job and submits an intent; says so line by line. */
public final class Main {

    private static final Duration PATIENCE = Duration.ofMinutes(2);

    private Main() {}

    public static void main(String[] arguments) throws Exception {
        System.out.println("module " + Main.class.getModule().getName());
        JdbcDataSource source = new JdbcDataSource();
        source.setURL("jdbc:h2:mem:jars;DB_CLOSE_DELAY=-1");
        try (Connection connection = source.getConnection();
                PreparedStatement create = connection.prepareStatement("CREATE TABLE written (id INT)")) {
            create.execute();
        }
        try (Baton baton = Baton.on(source)
                .component(JobsSchema.COMPONENT)
                .component(SubmissionManager.SCHEMA)
                .start()) {
            writeBehindTheFence(baton);
            runAJob(baton);
            submitAnIntent(baton);
        }
    }

    private static void writeBehindTheFence(Baton baton) throws Exception {
        CountDownLatch written = new CountDownLatch(1);
        try (Campaign campaign = baton.campaign("jars", term -> {
            System.out.println("elected");
            baton.fenced(term.token(), connection -> {
                try (PreparedStatement insert = connection.prepareStatement("INSERT INTO written VALUES (1)")) {
                    insert.execute();
                }
            });
            written.countDown();
        })) {
            await(written, "nothing was written under " + campaign.gate().role());
            System.out.println("fenced");
        }
    }

    private static void runAJob(Baton baton) throws Exception {
        CountDownLatch ran = new CountDownLatch(1);
        try (Jobs jobs = Jobs.on(baton).handler("greet", context -> ran.countDown()).start()) {
            jobs.enqueue(JobRequest.of("greet"));
            await(ran, "the job did not run");
            System.out.println("job ran");
        }
    }

    private static void submitAnIntent(Baton baton) throws Exception {
        SubmissionSettings settings = SubmissionSettings.of(
                List.of(GatewaySpec.of("mail", "fake", "")), List.of(Target.of("letters", "mail", new Policy.OneShot())));
        byte[] payload = "{}".getBytes(StandardCharsets.UTF_8);
        try (SubmissionManager manager = SubmissionManager.on(baton, settings).start()) {
            manager.accept(IntentRequest.of("letter-1", "letters", payload));
            for (long end = System.nanoTime() + PATIENCE.toNanos(); System.nanoTime() < end; ) {
                var intent = manager.waitFor("letter-1", Duration.ofSeconds(30)).orElseThrow();
                if (intent.status().isTerminal()) {
                    System.out.println("intent " + intent.status().label());
                    return;
                }
            }
            throw new IllegalStateException("the intent did not end");
        }
    }

    private static void await(CountDownLatch latch, String complaint) throws InterruptedException {
        if (!latch.await(PATIENCE.toSeconds(), TimeUnit.SECONDS)) {
            throw new IllegalStateException(complaint);
        }
    }
}
