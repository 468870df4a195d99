package dev.baton.bench.submissions;

import com.zaxxer.hikari.HikariDataSource;
import dev.baton.Strategy;
import dev.baton.bench.postgres.DurablePostgres;
import dev.baton.shards.Shards;
import dev.baton.shards.ShardsSchema;
import dev.baton.sql.Baton;
import dev.baton.sql.Candidacy;
import dev.baton.submissions.SubmissionManager;
import dev.baton.submissions.SubmissionManagerBuilder;
import dev.baton.submissions.SubmissionSettings;
import dev.baton.submissions.model.GatewaySpec;
import dev.baton.submissions.model.Outcome;
import dev.baton.submissions.model.Policy;
import dev.baton.submissions.model.SubmissionListener;
import dev.baton.submissions.model.Target;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.atomic.AtomicLong;
import java.util.stream.IntStream;

/** A node whose executor is whole, or divided; many targets, and a gateway that takes its time. */
final class ExecutorNode implements AutoCloseable {

    static final int SHARDS = 16;
    static final int TARGETS = 192;
    static final int USUAL_AT_ONCE = 16;
    static final long USUAL_GATEWAY_MILLIS = 20;

    /** On a machine whose processors are the limit, a slower one shows what dividing itself does. */
    static final Duration GATEWAY = Duration.ofMillis(Long.parseLong(
            System.getenv().getOrDefault("BATON_BENCH_GATEWAY_MILLIS", Long.toString(USUAL_GATEWAY_MILLIS))));

    /** Fewer, so that a node's calls are its limit long before three nodes and a database use up the machine's processors. */
    static final int AT_ONCE =
            Integer.parseInt(System.getenv().getOrDefault("BATON_BENCH_AT_ONCE", Integer.toString(USUAL_AT_ONCE)));

    final SubmissionManager manager;
    private final HikariDataSource pool;
    private final Baton baton;
    private volatile Shards group;

    /** @param recorded counts the outcomes of all nodes */
    static ExecutorNode executing(DurablePostgres postgres, String name, boolean divided, AtomicLong recorded) {
        return new ExecutorNode(postgres, name, divided, false, recorded);
    }

    /** Only hands in. */
    static ExecutorNode client(DurablePostgres postgres, boolean divided) {
        return new ExecutorNode(postgres, "client", divided, true, new AtomicLong());
    }

    private ExecutorNode(
            DurablePostgres postgres, String name, boolean divided, boolean observer, AtomicLong recorded) {
        this.pool = postgres.pool(10);
        this.baton = Baton.on(pool)
                .leadership(postgres.direct())
                .node(name)
                .component(SubmissionManager.SCHEMA)
                .component(ShardsSchema.COMPONENT)
                .start();
        Candidacy candidacy = Candidacy.of(SubmissionManager.ROLE).with(Strategy.session());
        SubmissionManagerBuilder builder = SubmissionManager.on(baton, settings())
                .candidacy(observer ? candidacy.observing() : candidacy)
                .listener(new SubmissionListener() {
                    @Override
                    public void recorded(String intentId, int attempt, Outcome outcome, Duration took) {
                        recorded.incrementAndGet();
                    }
                });
        if (divided) {
            builder.shards(executor -> group = Shards.of(baton, "intents", SHARDS)
                    .grace(Duration.ZERO)
                    .work(term -> executor.lead(term, term::covers, term::worked))
                    .start());
        }
        this.manager = builder.start();
    }

    private static SubmissionSettings settings() {
        return SubmissionSettings.of(
                        List.of(GatewaySpec.of("fake", "fake", "").option("delay", Long.toString(GATEWAY.toMillis()))),
                        IntStream.range(0, TARGETS)
                                .mapToObj(i -> Target.of("t" + i, "fake", new Policy.MaxAttempts(3)))
                                .toList())
                .concurrency(AT_ONCE);
    }

    /** How many shards it leads. */
    int led() {
        return group.leading().size();
    }

    boolean leadsTheRole() {
        return manager.campaign().gate().isLeader();
    }

    @Override
    public void close() {
        manager.close();
        baton.close();
        pool.close();
    }
}
