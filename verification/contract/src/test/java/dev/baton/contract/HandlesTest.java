package dev.baton.contract;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.baton.Campaign;
import dev.baton.LeadershipEvent;
import dev.baton.LeadershipListener;
import dev.baton.Strategy;
import dev.baton.sql.Baton;
import dev.baton.sql.Candidacy;
import dev.baton.sql.HeldLease;
import dev.baton.sql.Notifications;
import dev.baton.testkit.H2Database;
import dev.baton.testkit.PluggedDataSource;
import dev.baton.testkit.PostgresDatabase;
import dev.baton.testkit.TestPatience;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** What a program holds of Baton, used in the order in which programs do and should not. */
@Timeout(120)
class HandlesTest {

    private static final Duration LONG = Duration.ofSeconds(60);

    private final PluggedDataSource source =
            new PluggedDataSource(H2Database.fresh().dataSource());

    @Test
    void aCampaignThatBeginsWhileItsBatonClosesLeadsNothing() throws Exception {
        PostgresDatabase database = PostgresDatabase.fresh();
        PluggedDataSource elections = new PluggedDataSource(database.dataSource());
        Baton baton = Baton.on(database.dataSource()).leadership(elections).start();
        awaitListening(database); // from now on only a campaign asks for connections there
        elections.meanwhile(baton::close);
        assertThatThrownBy(() -> baton.campaign(Candidacy.of("late").with(Strategy.session())))
                .isInstanceOf(IllegalStateException.class)
                .hasMessageContaining("closed");
        assertThat(baton.campaigns()).isEmpty();
    }

    private static void awaitListening(PostgresDatabase database) throws SQLException {
        try (Connection connection = database.dataSource().getConnection();
                Statement statement = connection.createStatement()) {
            Awaitility.await().atMost(TestPatience.LONGEST_WAIT).until(() -> {
                try (ResultSet row = statement.executeQuery("SELECT count(*) FROM pg_stat_activity"
                        + " WHERE datname = current_database() AND query LIKE 'LISTEN%'")) {
                    row.next();
                    return row.getInt(1) == 1;
                }
            });
        }
    }

    @Test
    void whoListensNoMoreIsToldNothing() throws Exception {
        PostgresDatabase database = PostgresDatabase.fresh();
        List<String> heard = new CopyOnWriteArrayList<>();
        try (Baton baton = Baton.start(database.dataSource());
                Notifications.Listening stays = baton.notifications().listen("news", heard::add)) {
            Notifications.Listening leaves =
                    baton.notifications().listen("news", word -> heard.add(word + " once more"));
            announceUntilHeard(database, "first", heard, "first once more");
            leaves.close();
            announceUntilHeard(database, "second", heard, "second");
            assertThat(heard).doesNotContain("second once more");
        }
    }

    private static void announceUntilHeard(PostgresDatabase database, String word, List<String> heard, String wanted)
            throws SQLException {
        try (Connection connection = database.dataSource().getConnection();
                Statement statement = connection.createStatement()) {
            Awaitility.await().atMost(TestPatience.LONGEST_WAIT).until(() -> {
                statement.execute("NOTIFY news, '" + word + "'");
                return heard.contains(wanted);
            });
        }
    }

    @Test
    void anInterruptedThreadLeavesItsRolesAllTheSame() throws Exception {
        CountDownLatch begun = new CountDownLatch(1);
        CountDownLatch ended = new CountDownLatch(1);
        Baton baton = Baton.start(source);
        baton.campaign("keeper", term -> {
            begun.countDown();
            term.awaitOver(LONG);
            ended.countDown();
        });
        assertThat(begun.await(60, TimeUnit.SECONDS)).isTrue();
        Thread.currentThread().interrupt();
        baton.close();
        assertThat(Thread.interrupted()).as("the thread is still told").isTrue();
        assertThat(ended.getCount()).isZero();
        try (Baton next = Baton.start(source)) {
            assertThat(next.campaign("keeper").awaitLeadership(LONG)).isPresent();
        }
    }

    @Test
    void aRoleWithoutAnElectionHasOneCampaignAtATime() throws Exception {
        try (Baton baton = Baton.on(source).disabledAsLeader().start()) {
            Campaign first = baton.campaign("keeper");
            assertThatThrownBy(() -> baton.campaign("keeper", term -> {}))
                    .isInstanceOf(IllegalArgumentException.class)
                    .hasMessageContaining("already stands for role 'keeper'");
            first.close();
            assertThat(baton.campaign("keeper").gate().isLeader()).isTrue();
        }
    }

    @Test
    void whatOneListenerThrowsKeepsNothingFromTheNext() throws Exception {
        CountDownLatch heard = new CountDownLatch(1);
        LeadershipListener rude = new LeadershipListener() {
            @Override
            public void on(LeadershipEvent event) {
                throw new AssertionError("says the test");
            }
        };
        LeadershipListener next = new LeadershipListener() {
            @Override
            public void acquired(LeadershipEvent event) {
                heard.countDown();
            }
        };
        try (Baton baton = Baton.on(source).listener(rude).listener(next).start()) {
            baton.campaign("keeper");
            assertThat(heard.await(60, TimeUnit.SECONDS)).isTrue();
        }
    }

    @Test
    void aLeaseThatIsTakenWhileItsBatonClosesIsGivenBack() throws Exception {
        H2Database database = H2Database.fresh();
        PluggedDataSource elections = new PluggedDataSource(database.dataSource());
        Baton baton = Baton.on(database.dataSource()).leadership(elections).start();
        elections.meanwhile(baton::close); // nothing but a lease asks for connections there now
        assertThatThrownBy(() -> baton.tryLease("nightly", Duration.ofDays(90)))
                .isInstanceOf(IllegalStateException.class)
                .hasMessageContaining("closed");
        try (Baton next = Baton.start(database.dataSource())) {
            assertThat(next.tryLease("nightly", Duration.ofSeconds(1))).isPresent();
        }
    }

    @Test
    void aLeaseIsGivenBackThoughAConnectionTakesItsTime() throws Exception {
        try (Baton baton = Baton.start(source)) {
            HeldLease held = baton.tryLease("nightly", Duration.ofDays(90)).orElseThrow();
            source.meanwhile(() -> LockSupport.parkNanos(Duration.ofMillis(600).toNanos()));
            held.release();
            assertThat(baton.tryLease("nightly", Duration.ofSeconds(1))).isPresent();
        }
    }
}
