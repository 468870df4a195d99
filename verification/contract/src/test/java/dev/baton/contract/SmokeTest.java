package dev.baton.contract;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.baton.Campaign;
import dev.baton.LeaderToken;
import dev.baton.StaleTokenException;
import dev.baton.Strategy;
import dev.baton.Takeover;
import dev.baton.sql.Baton;
import dev.baton.sql.Candidacy;
import dev.baton.testkit.PostgresDatabase;
import java.sql.Connection;
import java.time.Duration;
import java.util.concurrent.TimeUnit;
import javax.sql.DataSource;
import org.h2.jdbcx.JdbcDataSource;
import org.junit.jupiter.api.Test;

class SmokeTest {

    @Test
    void postgresSession() throws Exception {
        run(PostgresDatabase.fresh().dataSource(), Strategy.session());
    }

    @Test
    void postgresImmediate() throws Exception {
        run(PostgresDatabase.fresh().dataSource(), Strategy.session().with(Takeover.IMMEDIATE));
    }

    @Test
    void postgresLease() throws Exception {
        run(PostgresDatabase.fresh().dataSource(), lease());
    }

    @Test
    void h2Lease() throws Exception {
        JdbcDataSource h2 = new JdbcDataSource();
        h2.setURL("jdbc:h2:mem:smoke;DB_CLOSE_DELAY=-1");
        run(h2, lease());
    }

    private static Strategy lease() {
        return new Strategy.Lease(Duration.ofSeconds(3), Duration.ofSeconds(1), Duration.ofSeconds(2));
    }

    private static void run(DataSource source, Strategy strategy) throws Exception {
        try (Baton one = Baton.on(source).node("one").start();
                Baton two = Baton.on(source).node("two").start()) {
            Campaign a = one.campaign(Candidacy.of("smoke").with(strategy));
            LeaderToken token = a.awaitLeadership(Duration.ofSeconds(5)).orElseThrow();
            assertThat(token.epoch()).isEqualTo(1);
            Campaign b = two.campaign(Candidacy.of("smoke").with(strategy));
            one.fenced(token, c -> c.createStatement().execute("CREATE TABLE t (x int)"));
            one.fenced(token, c -> c.createStatement().execute("INSERT INTO t VALUES (1)"));
            for (int i = 0; i < 20; i++) {
                try {
                    a.transferTo("two").get(5, TimeUnit.SECONDS);
                    break;
                } catch (java.util.concurrent.ExecutionException e) {
                    System.out.println(e);
                }
            }
            long t = System.nanoTime();
            LeaderToken next = b.awaitLeadership(Duration.ofSeconds(5)).orElseThrow();
            System.out.println("transfer gap us " + (System.nanoTime() - t) / 1000);
            assertThat(next.epoch()).isGreaterThan(1);
            assertThat(a.gate().isLeader()).isFalse();
            try (Connection c = source.getConnection()) {
                c.setAutoCommit(false);
                assertThatThrownBy(() -> one.fence().enter(c, token)).isInstanceOf(StaleTokenException.class);
            }
            two.close();
            t = System.nanoTime();
            LeaderToken again = a.awaitLeadership(Duration.ofSeconds(5)).orElseThrow();
            System.out.println("close gap us " + (System.nanoTime() - t) / 1000);
            assertThat(again.epoch()).isGreaterThan(next.epoch());
        }
    }
}
