package dev.baton.spring;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.baton.LeaderToken;
import dev.baton.sql.FenceLostException;
import dev.baton.testkit.GivenDatabase;
import dev.baton.testkit.MariaDbDatabase;
import dev.baton.testkit.PostgresDatabase;
import dev.baton.testkit.TestDatabase;
import dev.baton.testkit.TestPatience;
import java.sql.Connection;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.List;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.function.Supplier;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Named;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.springframework.boot.SpringBootConfiguration;
import org.springframework.boot.autoconfigure.EnableAutoConfiguration;
import org.springframework.context.ConfigurableApplicationContext;
import org.springframework.context.annotation.Bean;
import org.springframework.dao.ConcurrencyFailureException;
import org.springframework.dao.DataAccessException;
import org.springframework.jdbc.core.JdbcTemplate;
import org.springframework.transaction.annotation.Transactional;

/** Transactions of Spring's that real databases end in the middle, by a deadlock or by a change of the schema. */
class FenceLostTest {

    private final Contexts contexts = new Contexts();

    @AfterEach
    void close() {
        contexts.close();
    }

    /** An application that keeps a ledger. */
    @SpringBootConfiguration
    @EnableAutoConfiguration
    static class App {
        @Bean
        Ledger ledger(JdbcTemplate jdbc, Fenced fenced) {
            return new Ledger(jdbc, fenced);
        }
    }

    /** What is written by code that goes on after whatever has happened. */
    static class Ledger {
        private final JdbcTemplate jdbc;
        private final Fenced fenced;

        Ledger(JdbcTemplate jdbc, Fenced fenced) {
            this.jdbc = jdbc;
            this.fenced = fenced;
        }

        @Transactional
        public void changeTheSchema(LeaderToken token) {
            fenced.enter(token);
            jdbc.update("INSERT INTO ledger VALUES ('before')");
            jdbc.execute("CREATE TABLE made (x int)");
            jdbc.update("INSERT INTO ledger VALUES ('after')");
        }

        @Transactional
        public void meet(LeaderToken token, Rival rival, String note) {
            fenced.enter(token);
            jdbc.update("UPDATE pages SET n = n + 1 WHERE x = 1");
            CompletableFuture<Void> waiting = CompletableFuture.runAsync(() -> rival.touchAndGoAway(1));
            try {
                jdbc.update("UPDATE pages SET n = n + 1 WHERE x = 2");
            } catch (DataAccessException e) {
                // What a program must not do: it goes on as if nothing had been.
            }
            waiting.orTimeout(TestPatience.LONGEST_WAIT.toMillis(), TimeUnit.MILLISECONDS)
                    .join();
            jdbc.update("INSERT INTO ledger VALUES (?)", note);
        }

        List<String> notes() {
            return jdbc.queryForList("SELECT note FROM ledger", String.class);
        }
    }

    /** A transaction that has changed more, which some databases go by when they choose a victim. */
    private static final class Rival implements AutoCloseable {
        private final Connection connection;

        Rival(TestDatabase database) throws SQLException {
            connection = database.dataSource().getConnection();
            if (database.dialect().equals("postgresql")) {
                run("SET deadlock_timeout = '10min'"); // whoever looks first is the victim
            }
            connection.setAutoCommit(false);
            run("UPDATE pages SET n = n + 1 WHERE x > 1");
        }

        private void run(String sql) throws SQLException {
            try (Statement statement = connection.createStatement()) {
                statement.execute(sql);
            }
        }

        void touchAndGoAway(int page) {
            try {
                run("UPDATE pages SET n = n + 1 WHERE x = " + page);
            } catch (SQLException e) {
                // It was the victim.
            } finally {
                close();
            }
        }

        @Override
        public void close() {
            try {
                connection.close();
            } catch (SQLException e) {
                throw new IllegalStateException(e);
            }
        }
    }

    /** H2 is {@link FencedTest}'s. */
    static Stream<Named<Supplier<TestDatabase>>> servers() {
        return Stream.of(
                Named.of("postgresql", PostgresDatabase::fresh),
                Named.of("mariadb", MariaDbDatabase::fresh),
                Named.of("mysql", GivenDatabase::mySqlByMariaDbsDriver),
                Named.of("sqlserver", GivenDatabase::sqlServer));
    }

    private ConfigurableApplicationContext on(TestDatabase database) throws SQLException {
        try (Connection connection = database.dataSource().getConnection();
                Statement statement = connection.createStatement()) {
            statement.execute("CREATE TABLE ledger (note varchar(100))");
            statement.execute("CREATE TABLE pages (x int PRIMARY KEY, n int)");
            statement.execute("INSERT INTO pages VALUES (1, 0), (2, 0), (3, 0), (4, 0), (5, 0), (6, 0)");
        }
        return contexts.node(
                "one",
                App.class,
                "spring.datasource.url=" + database.url(),
                "baton.election.roles.keeper.strategy=lease",
                "baton.election.roles.keeper.takeover=exclusive");
    }

    private static LeaderToken leads(ConfigurableApplicationContext context) throws InterruptedException {
        return context.getBean(Leaders.class)
                .campaign("keeper")
                .awaitLeadership(TestPatience.LONGEST_WAIT)
                .orElseThrow();
    }

    /** PostgreSQL and SQL Server can take it back, so it ends nothing there. */
    @ParameterizedTest
    @MethodSource("servers")
    void whatFollowsAChangeOfTheSchemaThatCommittedIsNotCommitted(Supplier<TestDatabase> databases) throws Exception {
        TestDatabase database = databases.get();
        ConfigurableApplicationContext context = on(database);
        Ledger ledger = context.getBean(Ledger.class);
        LeaderToken token = leads(context);
        if (Set.of("postgresql", "sqlserver").contains(database.dialect())) {
            ledger.changeTheSchema(token);
            assertThat(ledger.notes()).containsExactly("before", "after");
        } else {
            assertThatThrownBy(() -> ledger.changeTheSchema(token))
                    .isInstanceOf(ConcurrencyFailureException.class)
                    .hasCauseInstanceOf(FenceLostException.class);
            assertThat(ledger.notes()).containsExactly("before");
        }
    }

    /** Which of two is the victim is the database's choice: until it is the fenced one. */
    @ParameterizedTest
    @MethodSource("servers")
    void aVictimOfADeadlockThatGoesOnCommitsNothing(Supplier<TestDatabase> databases) throws Exception {
        TestDatabase database = databases.get();
        ConfigurableApplicationContext context = on(database);
        Ledger ledger = context.getBean(Ledger.class);
        LeaderToken token = leads(context);
        boolean victim = false;
        for (int round = 0; round < 20 && !victim; round++) {
            String note = "round " + round;
            try (Rival rival = new Rival(database)) {
                ledger.meet(token, rival, note);
            } catch (DataAccessException e) {
                victim = true;
            }
            assertThat(ledger.notes().contains(note)).isEqualTo(!victim);
        }
        assertThat(victim).as("it was the victim once").isTrue();
    }
}
