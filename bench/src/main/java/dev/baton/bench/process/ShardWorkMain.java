package dev.baton.bench.process;

import com.zaxxer.hikari.HikariDataSource;
import dev.baton.Strategy;
import dev.baton.Takeover;
import dev.baton.bench.postgres.DurablePostgres;
import dev.baton.shards.ShardTerm;
import dev.baton.shards.Shards;
import dev.baton.shards.ShardsSchema;
import dev.baton.sql.Baton;
import dev.baton.testkit.UrlDataSource;
import java.time.Duration;

/** A process that takes its share of a group on sessions that its shards share, and tells when the work of each begins and ends. */
public final class ShardWorkMain {

    /** Every term looks at its layout before it begins. */
    private static final int CONNECTIONS = 4;

    private ShardWorkMain() {}

    /** Arguments: URL, node, group, how many shards. */
    public static void main(String[] args) throws Exception {
        Strategy strategy = Strategy.session().with(Takeover.IMMEDIATE);
        try (HikariDataSource pool = DurablePostgres.pool(args[0], CONNECTIONS);
                Baton baton = Baton.on(pool)
                        .leadership(new UrlDataSource(args[0]))
                        .node(args[1])
                        .component(ShardsSchema.COMPONENT)
                        .sharedSessions()
                        .start();
                Shards shards = Shards.of(baton, args[2], Integer.parseInt(args[3]))
                        .strategy(strategy)
                        .work(ShardWorkMain::work)
                        .start()) {
            Child.Line.say("STANDS", System.nanoTime(), shards.leading().size());
            while (System.in.read() >= 0) {
                // Until it is killed.
            }
        }
    }

    private static void work(ShardTerm term) throws InterruptedException {
        Child.Line.say("BEGAN", System.nanoTime(), term.shard());
        try {
            while (!term.awaitOver(Duration.ofHours(1))) {
                Thread.onSpinWait();
            }
        } finally {
            Child.Line.say("ENDED", System.nanoTime(), term.shard());
        }
    }
}
