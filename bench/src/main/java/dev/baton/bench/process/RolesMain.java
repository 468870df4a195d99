package dev.baton.bench.process;

import com.zaxxer.hikari.HikariDataSource;
import dev.baton.Campaign;
import dev.baton.Strategy;
import dev.baton.Takeover;
import dev.baton.bench.Pause;
import dev.baton.bench.postgres.DurablePostgres;
import dev.baton.sql.Baton;
import dev.baton.sql.BatonBuilder;
import dev.baton.sql.Candidacy;
import dev.baton.testkit.UrlDataSource;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;

/** A process that stands for many roles, with a session for each or one for all, and tells when their gates open. */
public final class RolesMain {

    private static final Duration PATIENCE = Duration.ofSeconds(60);

    private RolesMain() {}

    /** Arguments: URL, URL of elections, node, first words of the roles' names, how many, {@code own}, {@code shared} or {@code lease}. */
    public static void main(String[] args) throws Exception {
        int count = Integer.parseInt(args[4]);
        Strategy strategy = args[5].equals("lease")
                ? Strategy.lease60()
                : Strategy.session().with(Takeover.IMMEDIATE);
        try (HikariDataSource pool = DurablePostgres.pool(args[0], 1);
                Baton baton = builder(pool, new UrlDataSource(args[1]), args).start()) {
            List<Campaign> campaigns = new ArrayList<>();
            for (int i = 0; i < count; i++) {
                Campaign campaign =
                        baton.campaign(Candidacy.of(args[3] + "-" + i).with(strategy));
                campaigns.add(campaign);
                tell(campaign, i);
            }
            Pause.until(
                    "all roles to be waited for",
                    PATIENCE,
                    () -> campaigns.stream().allMatch(campaign -> campaign.attempts() >= 2));
            Child.Line.say("STANDS", System.nanoTime(), count);
            while (System.in.read() >= 0) {
                // Until it is killed.
            }
        }
    }

    private static BatonBuilder builder(HikariDataSource pool, UrlDataSource elections, String[] args) {
        BatonBuilder builder = Baton.on(pool).leadership(elections).node(args[2]);
        return args[5].equals("shared") ? builder.sharedSessions() : builder;
    }

    private static void tell(Campaign campaign, int number) {
        Thread thread = new Thread(
                () -> {
                    try {
                        if (campaign.awaitLeadership(Duration.ofHours(1)).isPresent()) {
                            Child.Line.say("OPEN", System.nanoTime(), number);
                        }
                    } catch (InterruptedException e) {
                        Thread.currentThread().interrupt();
                    }
                },
                "tell-" + campaign.role());
        thread.setDaemon(true);
        thread.start();
    }
}
