package dev.baton.bench.process;

import com.zaxxer.hikari.HikariDataSource;
import dev.baton.Strategy;
import dev.baton.Takeover;
import dev.baton.bench.Pause;
import dev.baton.bench.postgres.DurablePostgres;
import dev.baton.shards.Shards;
import dev.baton.shards.ShardsSchema;
import dev.baton.sql.Baton;
import dev.baton.testkit.UrlDataSource;
import java.time.Duration;

/** A process that leads all shards of a group on sessions that they share, and tells when it does. */
public final class ShardsMain {

    private static final Duration PATIENCE = Duration.ofMinutes(10);

    /** Every term looks at its layout before it begins. */
    private static final int CONNECTIONS = 4;

    private ShardsMain() {}

    /** Arguments: URL, URL of elections, node, how many shards. */
    public static void main(String[] args) throws Exception {
        int count = Integer.parseInt(args[3]);
        Strategy strategy = Strategy.session().with(Takeover.IMMEDIATE);
        try (HikariDataSource pool = DurablePostgres.pool(args[0], CONNECTIONS);
                Baton baton = Baton.on(pool)
                        .leadership(new UrlDataSource(args[1]))
                        .node(args[2])
                        .component(ShardsSchema.COMPONENT)
                        .sharedSessions()
                        .start();
                Shards shards =
                        Shards.of(baton, "idle", count).strategy(strategy).start()) {
            Child.Line.say("STANDS", System.nanoTime(), count);
            Pause.until("all shards to be led", PATIENCE, () -> shards.leading().size() == count);
            Child.Line.say("LEADS", System.nanoTime(), count);
            while (System.in.read() >= 0) {
                // Until it is killed.
            }
        }
    }
}
