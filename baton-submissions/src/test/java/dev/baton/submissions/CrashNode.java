package dev.baton.submissions;

import com.zaxxer.hikari.HikariConfig;
import com.zaxxer.hikari.HikariDataSource;
import dev.baton.sql.Baton;
import dev.baton.sql.Candidacy;
import dev.baton.submissions.model.GatewaySpec;
import dev.baton.submissions.model.Outcome;
import dev.baton.submissions.model.Policy;
import dev.baton.submissions.model.RetryDelay;
import dev.baton.submissions.model.SubmissionListener;
import dev.baton.submissions.model.Target;
import dev.baton.submissions.model.Webhook;
import dev.baton.submissions.model.WebhookRetries;
import dev.baton.submissions.store.SubmissionSchema;
import java.net.URI;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import org.postgresql.ds.PGSimpleDataSource;

/** A node in a process of its own that freezes at one point of a victim's first attempt, so that it can be killed there. */
public final class CrashNode {

    /** Where it freezes. */
    enum Point {
        BEFORE_START,
        AFTER_START,
        DURING_CALL,
        AFTER_CALL,
        BEFORE_OUTCOME,
        NEVER
    }

    private CrashNode() {}

    static SubmissionSettings settings(String gatewayUrl) {
        return SubmissionSettings.of(
                        List.of(GatewaySpec.of("http", "http", gatewayUrl)
                                .timeouts(Duration.ofSeconds(5), Duration.ofSeconds(60))),
                        List.of(
                                Target.of("many", "http", new Policy.MaxAttempts(5))
                                        .retryDelay(RetryDelay.fixed(Duration.ofMillis(50))),
                                Target.of("once", "http", new Policy.OneShot()),
                                Target.of("told", "http", new Policy.OneShot())
                                        .webhook(Webhook.unsigned(URI.create(gatewayUrl + "hook")))))
                .webhooks(new WebhookRetries(
                        1_000, Duration.ofMillis(200), Duration.ofMillis(200), Duration.ofSeconds(60)))
                .refreshInterval(Duration.ofMillis(200));
    }

    /**
     * @param arguments JDBC URL, name, point, gateway's URL
     */
    public static void main(String[] arguments) throws InterruptedException {
        PGSimpleDataSource database = new PGSimpleDataSource();
        database.setUrl(arguments[0]);
        HikariConfig config = new HikariConfig();
        config.setDataSource(database);
        config.setMaximumPoolSize(8);
        Baton baton = Baton.on(new HikariDataSource(config))
                .leadership(database)
                .node(arguments[1])
                .component(SubmissionSchema.COMPONENT)
                .start();
        SubmissionManager manager = SubmissionManager.on(baton, settings(arguments[3]))
                .candidacy(Candidacy.of(SubmissionManager.ROLE).with(TestNode.quick()))
                .listener(new Freezer(Point.valueOf(arguments[2])))
                .start();
        manager.campaign().awaitLeadership(Duration.ofMinutes(5));
        System.out.println("LEADS");
        new CountDownLatch(1).await();
    }

    private static final class Freezer implements SubmissionListener {
        private final Point point;

        Freezer(Point point) {
            this.point = point;
        }

        private void at(Point here, String intentId, int attempt) {
            if (here == point && attempt == 1 && intentId.startsWith("victim-" + point)) {
                System.out.println("AT " + here);
                freeze();
            }
        }

        private static void freeze() {
            try {
                new CountDownLatch(1).await();
            } catch (InterruptedException e) {
                freeze();
            }
        }

        @Override
        public void starting(List<String> intentIds) {
            intentIds.forEach(id -> at(Point.BEFORE_START, id, 1));
        }

        @Override
        public void started(String intentId, int attempt, Duration queueDelay) {
            at(Point.AFTER_START, intentId, attempt);
        }

        @Override
        public void answered(String intentId, int attempt, Outcome outcome) {
            at(Point.AFTER_CALL, intentId, attempt);
        }

        @Override
        public void recording(List<String> intentIds) {
            intentIds.forEach(id -> at(Point.BEFORE_OUTCOME, id, 1));
        }
    }
}
