package dev.baton.contract;

import static org.assertj.core.api.Assertions.assertThat;

import dev.baton.Campaign;
import dev.baton.Strategy;
import dev.baton.testkit.Cluster;
import dev.baton.testkit.Node;
import dev.baton.testkit.PostgresDatabase;
import dev.baton.testkit.contract.Waits;
import java.time.Duration;
import java.util.List;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

/**
 * How much a candidate that merely waits asks of the database. Statements are counted against the candidate's own
 * measure of time (looks, slices of waiting, sign-of-life rounds), so a slow machine changes nothing.
 */
class WaitingCandidateTest {

    private final PostgresDatabase database = PostgresDatabase.fresh();
    private final CountingDataSource elections = new CountingDataSource(database.dataSource());
    private final CountingDataSource rest = new CountingDataSource(database.dataSource());

    private Node follower(Cluster cluster) {
        return cluster.node("two", rest.dataSource(), settings -> settings.leadership(elections.dataSource()));
    }

    /** Three statements a slice, one slice per 9 s at least with the default timings. */
    @Test
    void sessionCandidateCausesAtMostOneStatementPerSecond() throws Exception {
        Strategy.Session strategy = new Strategy.Session(
                Duration.ofMillis(100),
                Duration.ofMillis(500),
                Duration.ofSeconds(5),
                Duration.ofMillis(400),
                Strategy.session().takeover());
        try (Cluster cluster = new Cluster(database.dataSource())) {
            cluster.node("one").lead("role", strategy);
            Campaign b = follower(cluster).campaign("role", strategy);
            Waits.until("it has settled", () -> b.attempts() >= 2);
            elections.forget();
            rest.forget();
            long before = b.attempts();
            Waits.until("some slices later", () -> b.attempts() >= before + 5);
            double perSlice = (elections.sent().size() - 2) / (double) (b.attempts() - before);
            Duration defaultSlice = Strategy.session()
                    .lease()
                    .minus(Strategy.session().beatInterval().multipliedBy(2));
            assertThat(perSlice).isLessThanOrEqualTo(4);
            double perSecond = perSlice / defaultSlice.toSeconds() + registryPerSecond();
            assertThat(perSecond).isLessThanOrEqualTo(1);
        }
    }

    /** What a node costs that says every five seconds that it lives: from one sign of life to the next. */
    private double registryPerSecond() {
        Waits.until("two signs of life", () -> signsOfLife().size() >= 2);
        return (signsOfLife().get(1) - signsOfLife().get(0)) / 5.0;
    }

    /** Where in the statements they are. */
    private List<Integer> signsOfLife() {
        List<String> sent = rest.sent();
        return IntStream.range(0, sent.size())
                .filter(i -> sent.get(i).startsWith("INSERT INTO baton_nodes"))
                .boxed()
                .toList();
    }

    /** One look per interval, in one statement. */
    @Test
    void leaseCandidateCausesOneStatementPerLook() throws Exception {
        Strategy.Lease strategy =
                new Strategy.Lease(Duration.ofSeconds(20), Duration.ofSeconds(2), Duration.ofMillis(200));
        try (Cluster cluster = new Cluster(database.dataSource())) {
            cluster.node("one").lead("role", strategy);
            Campaign b = follower(cluster).campaign("role", strategy);
            Waits.until("it has settled and is warm", () -> b.attempts() >= 3);
            elections.forget();
            long before = b.attempts();
            Waits.until("some looks later", () -> b.attempts() >= before + 5);
            assertThat(elections.sent().stream().filter(sql -> !sql.startsWith("LISTEN")))
                    .hasSizeLessThanOrEqualTo((int) (b.attempts() - before) + 1);
        }
    }
}
