package dev.baton.submissions;

import com.zaxxer.hikari.HikariConfig;
import com.zaxxer.hikari.HikariDataSource;
import dev.baton.shards.Shards;
import dev.baton.shards.ShardsSchema;
import dev.baton.sql.Baton;
import dev.baton.sql.Candidacy;
import dev.baton.submissions.model.GatewaySpec;
import dev.baton.submissions.store.SubmissionSchema;
import java.time.Duration;
import java.util.concurrent.CountDownLatch;
import org.postgresql.ds.PGSimpleDataSource;

/** A node in a process of its own, with its share of a divided executor. */
public final class ShardNode {

    private ShardNode() {}

    static SubmissionSettings settings(String gatewayUrl) {
        return ManyTargets.settings(GatewaySpec.of("http", "http", gatewayUrl)
                        .timeouts(Duration.ofSeconds(5), Duration.ofSeconds(60)))
                .concurrency(1);
    }

    /**
     * @param arguments JDBC URL, name, gateway's URL
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
                .component(ShardsSchema.COMPONENT)
                .start();
        Shards[] group = new Shards[1];
        SubmissionManager.on(baton, settings(arguments[2]))
                .candidacy(Candidacy.of(SubmissionManager.ROLE).with(TestNode.quick()))
                .shards(executor -> group[0] = Shards.of(baton, TestNode.GROUP, ManyTargets.SHARDS)
                        .strategy(TestNode.quick())
                        .every(Duration.ofMillis(150), Duration.ofSeconds(3))
                        .work(term -> executor.lead(term, term::covers))
                        .start())
                .start();
        CountDownLatch never = new CountDownLatch(1);
        while (group[0].leading().size() < ManyTargets.SHARDS / 3) {
            if (never.await(50, java.util.concurrent.TimeUnit.MILLISECONDS)) {
                return;
            }
        }
        System.out.println("LEADS");
        never.await();
    }
}
