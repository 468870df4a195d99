package dev.baton.bench.submissions;

import com.zaxxer.hikari.HikariDataSource;
import dev.baton.Strategy;
import dev.baton.bench.postgres.DurablePostgres;
import dev.baton.sql.Baton;
import dev.baton.sql.Candidacy;
import dev.baton.submissions.SubmissionManager;
import dev.baton.submissions.SubmissionSettings;
import dev.baton.submissions.gateway.FakeGateway;
import dev.baton.submissions.gateway.FakeKind;
import dev.baton.submissions.model.GatewaySpec;
import dev.baton.submissions.model.IntentRequest;
import dev.baton.submissions.model.Policy;
import dev.baton.submissions.model.SubmissionListener;
import dev.baton.submissions.model.Target;
import java.nio.charset.StandardCharsets;
import java.sql.SQLException;
import java.time.Duration;
import java.util.List;
import java.util.Locale;
import java.util.function.UnaryOperator;

/** A node with fake gateways, on a database of the benchmark's own. */
final class IntentNode implements AutoCloseable {

    static final byte[] PAYLOAD =
            ("{\"to\":\"+4915112345678\",\"text\":\"" + "x".repeat(150) + "\"}").getBytes(StandardCharsets.UTF_8);

    final FakeKind fakes = new FakeKind();
    final HikariDataSource pool;
    final Baton baton;
    final SubmissionManager manager;

    private IntentNode(
            DurablePostgres postgres,
            String name,
            boolean observer,
            SubmissionSettings settings,
            SubmissionListener listener) {
        this.pool = postgres.pool(20);
        this.baton = Baton.on(pool)
                .leadership(postgres.direct())
                .node(name)
                .component(SubmissionManager.SCHEMA)
                .start();
        Candidacy candidacy = Candidacy.of(SubmissionManager.ROLE).with(Strategy.session());
        this.manager = SubmissionManager.on(baton, settings)
                .kind(fakes)
                .candidacy(observer ? candidacy.observing() : candidacy)
                .listener(listener)
                .start();
    }

    static IntentNode follower(DurablePostgres postgres) {
        return new IntentNode(postgres, "follower", true, settings(), new SubmissionListener() {});
    }

    static IntentNode leader(
            DurablePostgres postgres, UnaryOperator<SubmissionSettings> change, SubmissionListener listener) {
        return new IntentNode(postgres, "leader", false, change.apply(settings()), listener);
    }

    private static SubmissionSettings settings() {
        return SubmissionSettings.of(
                List.of(GatewaySpec.of("fake", "fake", ""), GatewaySpec.of("slow", "fake", "")),
                List.of(
                        Target.of("quick", "fake", new Policy.MaxAttempts(3)),
                        Target.of("slow", "slow", new Policy.MaxAttempts(3))));
    }

    FakeGateway gateway() {
        return fakes.named("fake");
    }

    static IntentRequest request(String prefix, long number, String target) {
        return IntentRequest.of(String.format(Locale.ROOT, "%s-%09d", prefix, number), target, PAYLOAD);
    }

    void awaitLeader() throws InterruptedException {
        if (manager.campaign().awaitLeadership(Duration.ofSeconds(30)).isEmpty()) {
            throw new IllegalStateException("nobody leads");
        }
    }

    /** Pending intents by plain SQL, copied from one that was accepted. */
    static void fill(DurablePostgres postgres, String model, String prefix, long from, long to) throws SQLException {
        postgres.execute("INSERT INTO submission_intents"
                + " (intent_id, submission_target, payload, payload_hash, contract, gateway)"
                + " SELECT '" + prefix + "-' || n, submission_target, payload, payload_hash, contract, gateway"
                + " FROM submission_intents, generate_series(" + from + ", " + to + ") n WHERE intent_id = '" + model
                + "'");
    }

    @Override
    public void close() {
        manager.close();
        baton.close();
        pool.close();
    }
}
