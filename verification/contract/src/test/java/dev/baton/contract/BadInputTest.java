package dev.baton.contract;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import ch.qos.logback.classic.Level;
import ch.qos.logback.classic.Logger;
import ch.qos.logback.classic.spi.ILoggingEvent;
import ch.qos.logback.core.read.ListAppender;
import com.zaxxer.hikari.HikariConfig;
import com.zaxxer.hikari.HikariDataSource;
import dev.baton.Backoff;
import dev.baton.Campaign;
import dev.baton.LeadershipEvent.Kind;
import dev.baton.SetupRefusedException;
import dev.baton.Strategy;
import dev.baton.Takeover;
import dev.baton.sql.Baton;
import dev.baton.sql.Candidacy;
import dev.baton.testkit.Cluster;
import dev.baton.testkit.CutProxy;
import dev.baton.testkit.H2Database;
import dev.baton.testkit.Node;
import dev.baton.testkit.PostgresDatabase;
import dev.baton.testkit.TestDatabase;
import dev.baton.testkit.UrlDataSource;
import dev.baton.testkit.contract.Waits;
import java.lang.reflect.InvocationHandler;
import java.lang.reflect.Proxy;
import java.net.InetSocketAddress;
import java.sql.Connection;
import java.sql.Statement;
import java.time.Duration;
import java.util.List;
import java.util.stream.Stream;
import javax.sql.DataSource;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.MethodSource;
import org.slf4j.LoggerFactory;

/** What cannot work is refused with a sentence, or kept trying with one line in the log; nothing starts by half. */
class BadInputTest {

    static Stream<TestDatabase> databases() {
        return Stream.of(PostgresDatabase.fresh(), H2Database.fresh());
    }

    private static HikariDataSource pool(TestDatabase database, int size) {
        HikariConfig config = new HikariConfig();
        config.setJdbcUrl(database.url());
        config.setMaximumPoolSize(size);
        config.setConnectionTimeout(1000);
        return new HikariDataSource(config);
    }

    @ParameterizedTest
    @MethodSource("databases")
    void poolOfOneConnectionIsRefused(TestDatabase database) {
        try (HikariDataSource pool = pool(database, 1)) {
            assertThatThrownBy(() -> Baton.start(pool))
                    .isInstanceOf(SetupRefusedException.class)
                    .hasMessageContaining("gave one connection but not a second one")
                    .hasMessageContaining("let the pool hold more");
        }
    }

    @ParameterizedTest
    @MethodSource("databases")
    void roomyPoolWorks(TestDatabase database) throws Exception {
        try (HikariDataSource pool = pool(database, 8);
                Cluster cluster = new Cluster(pool)) {
            Node node = cluster.node("one");
            Campaign campaign = node.baton().campaign("role");
            node.baton().fenced(Node.leads(campaign), connection -> {});
        }
    }

    /** What a pooler does that cleans its sessions between statements. */
    private static DataSource forgetful(DataSource source) {
        InvocationHandler opening = (self, method, arguments) -> {
            Object result = method.invoke(source, arguments);
            return result instanceof Connection connection ? proxy(Connection.class, resetting(connection)) : result;
        };
        return proxy(DataSource.class, opening);
    }

    private static InvocationHandler resetting(Connection connection) {
        return (self, method, arguments) -> {
            if (method.getName().equals("prepareStatement")) {
                try (Statement statement = connection.createStatement()) {
                    statement.execute("RESET ALL");
                }
            }
            return method.invoke(connection, arguments);
        };
    }

    private static <T> T proxy(Class<T> type, InvocationHandler handler) {
        return type.cast(Proxy.newProxyInstance(type.getClassLoader(), new Class<?>[] {type}, handler));
    }

    @Test
    void sessionThatForgetsItsTimeoutsIsRefused() {
        DataSource forgetful = forgetful(PostgresDatabase.fresh().dataSource());
        try (Cluster cluster = new Cluster(forgetful)) {
            Node node = cluster.node("one");
            assertThatThrownBy(() -> node.campaign("role", Strategy.session()))
                    .isInstanceOf(SetupRefusedException.class)
                    .hasMessageContaining("did not stay set")
                    .hasMessageContaining("use strategy lease, or connect directly to the database");
        }
    }

    @Test
    void impossibleTimingsAreRefused() {
        Duration second = Duration.ofSeconds(1);
        assertThatThrownBy(() -> new Strategy.Lease(second, second, second))
                .hasMessageContaining("renew_interval (1 s) must be shorter than lease_duration (1 s)");
        assertThatThrownBy(() -> new Strategy.Lease(Duration.ZERO, second, second))
                .hasMessageContaining("lease_duration must be longer than zero");
        assertThatThrownBy(() -> new Strategy.Lease(second, second.minusMillis(30), second))
                .hasMessageContaining("leaves no room for a time-out and one more try");
        assertThatThrownBy(() -> new Strategy.Session(second, second, second, second, Takeover.EXCLUSIVE))
                .hasMessageContaining("must be at least twice heartbeat_interval");
        assertThatThrownBy(() -> new Strategy.Session(
                        second, second.multipliedBy(2), second.multipliedBy(2), second, Takeover.EXCLUSIVE))
                .hasMessageContaining("session_lease (2 s) must be longer than trust_window (2 s)");
        assertThatThrownBy(() -> new Backoff(second, Duration.ofMillis(1), second))
                .hasMessageContaining("back-off must grow");
        assertThatThrownBy(() -> Baton.on(new UrlDataSource("jdbc:none")).drainTimeout(second.negated()))
                .hasMessageContaining("must not be negative");
        assertThatThrownBy(() -> Baton.on(new UrlDataSource("jdbc:none")).recordLeasesEvery(second.negated()))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("must not be negative");
    }

    @Test
    void contradictionsAreRefused() {
        assertThatThrownBy(() -> Candidacy.of("role").observing().preferred()).hasMessageContaining("choose one");
        assertThatThrownBy(() -> Baton.on(new UrlDataSource("jdbc:none"))
                        .observer()
                        .preferred()
                        .start())
                .hasMessageContaining("choose one");
        assertThatThrownBy(() -> Candidacy.of("role with a space")).hasMessageContaining("is not allowed");
    }

    @Test
    void databaseThatIsDownIsTriedForEverWithOneLine() throws Exception {
        PostgresDatabase database = PostgresDatabase.fresh();
        ListAppender<ILoggingEvent> log = listen("dev.baton.leadership");
        try (CutProxy proxy = CutProxy.before(database)) {
            proxy.refuse(true);
            UrlDataSource away = new UrlDataSource(database.url(proxy.address()));
            try (Cluster cluster = new Cluster(away)) {
                Node node = cluster.node("one");
                Campaign campaign = node.campaign("unlucky", Strategy.session());
                Waits.until(
                        "it tries",
                        () -> node.events()
                                        .all(Kind.LEADER_ACQUIRE_FAILED, "unlucky")
                                        .size()
                                >= 4);
                assertThat(List.copyOf(log.list).stream().filter(BadInputTest::isAboutTheUnlucky))
                        .extracting(ILoggingEvent::getMessage)
                        .containsExactly("leader_acquire_failed");
                proxy.refuse(false);
                Node.leads(campaign);
            }
        } finally {
            ((Logger) LoggerFactory.getLogger("dev.baton.leadership")).detachAppender(log);
        }
    }

    /** Nothing ends an attempt on a primary that was stopped, if the driver was told no time-out; so it does not come to one. */
    @Test
    void severalHostsWithoutATimeOutAreRefused() throws Exception {
        try (PostgresDatabase database = PostgresDatabase.fresh()) {
            String twice = database.url().replaceFirst("//([^/]*)/", "//$1,$1/");
            Baton.start(new UrlDataSource(twice + "&socketTimeout=60")).close();
            assertThatThrownBy(() -> Baton.start(new UrlDataSource(twice + "&socketTimeout=3600")))
                    .isInstanceOf(SetupRefusedException.class)
                    .hasMessageContaining("several hosts and a socketTimeout of 3600 s")
                    .hasMessageContaining("60 s at most");
            InetSocketAddress at = database.address().orElseThrow();
            String ports = at.getPort() + "," + at.getPort();
            for (String url : List.of(twice, database.url() + "&PGHOST=127.0.0.1,127.0.0.1&PGPORT=" + ports)) {
                assertThatThrownBy(() -> Baton.start(new UrlDataSource(url)))
                        .isInstanceOf(SetupRefusedException.class)
                        .hasMessageContaining("several hosts")
                        .hasMessageContaining("socketTimeout=30");
            }
        }
    }

    /** It stops with that primary, as it does today, and with nobody else: that is no reason not to start. */
    @ParameterizedTest
    @CsvSource({"'', no socketTimeout", "&socketTimeout=3600, 3600 s", "&socketTimeout=60, "})
    void ofSeveralHostsOfTheProgramsOwnDataSourceItIsWarned(String bound, String warning) throws Exception {
        ListAppender<ILoggingEvent> log = listen("dev.baton.sql.database.SeveralHosts");
        try (PostgresDatabase database = PostgresDatabase.fresh()) {
            String twice = database.url().replaceFirst("//([^/]*)/", "//$1,$1/");
            Baton.on(new UrlDataSource(twice + bound))
                    .leadership(database.dataSource())
                    .start()
                    .close();
            assertThat(List.copyOf(log.list))
                    .extracting(ILoggingEvent::getFormattedMessage)
                    .allMatch(line -> warning != null && line.contains(warning))
                    .hasSize(warning == null ? 0 : 1);
        } finally {
            ((Logger) LoggerFactory.getLogger("dev.baton.sql.database.SeveralHosts")).detachAppender(log);
        }
    }

    /** Other tests log at the same time. */
    private static boolean isAboutTheUnlucky(ILoggingEvent line) {
        return line.getKeyValuePairs().stream()
                .anyMatch(pair -> pair.key.equals("role") && pair.value.equals("unlucky"));
    }

    private static ListAppender<ILoggingEvent> listen(String name) {
        Logger logger = (Logger) LoggerFactory.getLogger(name);
        logger.setLevel(Level.WARN);
        logger.setAdditive(false);
        ListAppender<ILoggingEvent> log = new ListAppender<>();
        log.start();
        logger.addAppender(log);
        return log;
    }
}
