package dev.baton.spring;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.zaxxer.hikari.HikariDataSource;
import dev.baton.LeaderToken;
import dev.baton.testkit.TestPatience;
import java.util.List;
import javax.sql.DataSource;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.springframework.beans.factory.annotation.Qualifier;
import org.springframework.beans.factory.annotation.Value;
import org.springframework.boot.SpringBootConfiguration;
import org.springframework.boot.autoconfigure.EnableAutoConfiguration;
import org.springframework.context.ApplicationEventPublisher;
import org.springframework.context.ConfigurableApplicationContext;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Primary;
import org.springframework.jdbc.core.JdbcTemplate;
import org.springframework.jdbc.datasource.DataSourceTransactionManager;
import org.springframework.transaction.PlatformTransactionManager;
import org.springframework.transaction.event.TransactionalEventListener;
import org.springframework.transaction.support.TransactionSynchronization;
import org.springframework.transaction.support.TransactionSynchronizationManager;
import org.springframework.transaction.support.TransactionTemplate;

/**
 * Two data sources, each with its manager, on pools whose auto-commit is off: what is written on a connection that nobody
 * commits is lost without a word.
 */
class WhoseTransactionTest {

    private final Contexts contexts = new Contexts();
    private ConfigurableApplicationContext context;

    @BeforeEach
    void start() {
        context = contexts.node("one", App.class, "baton.data-source=ours", "baton.jobs.worker=false");
        in("oursTx").executeWithoutResult(status -> ours().execute("CREATE TABLE ledger (note varchar(100))"));
    }

    @AfterEach
    void close() {
        contexts.close();
    }

    /** Baton uses the one, everybody who says nothing the other. */
    @SpringBootConfiguration
    @EnableAutoConfiguration
    static class App {
        @Bean
        DataSource ours(@Value("${spring.datasource.url}") String url) {
            return pool(url);
        }

        @Bean
        DataSource other(@Value("${spring.datasource.url}") String url) {
            return pool(url);
        }

        private static DataSource pool(String url) {
            HikariDataSource pool = new HikariDataSource();
            pool.setJdbcUrl(url);
            pool.setAutoCommit(false);
            pool.setMaximumPoolSize(8);
            return pool;
        }

        @Bean
        PlatformTransactionManager oursTx(@Qualifier("ours") DataSource source) {
            return new DataSourceTransactionManager(source);
        }

        @Bean
        @Primary
        PlatformTransactionManager otherTx(@Qualifier("other") DataSource source) {
            return new DataSourceTransactionManager(source);
        }

        @Bean
        Ledger ledger(@Qualifier("ours") DataSource source) {
            return new Ledger(source);
        }

        @Bean
        Shop shop(JobQueue queue) {
            return new Shop(queue);
        }
    }

    /** Something was ordered. */
    record Ordered() {}

    /** Enqueues when an order is committed. */
    static class Shop {
        private final JobQueue queue;

        Shop(JobQueue queue) {
            this.queue = queue;
        }

        @TransactionalEventListener
        public void committed(Ordered order) {
            queue.enqueue("by-event");
        }
    }

    /** Written by the leader alone. */
    static class Ledger {
        private final DataSource source;

        Ledger(DataSource source) {
            this.source = source;
        }

        @LeaderOnly(role = "keeper", fenced = true, otherwise = LeaderOnly.Otherwise.THROW)
        public void keep(String note) {
            new JdbcTemplate(source).update("INSERT INTO ledger VALUES (?)", note);
        }
    }

    private TransactionTemplate in(String manager) {
        return new TransactionTemplate(context.getBean(manager, PlatformTransactionManager.class));
    }

    private TransactionTemplate lending() {
        return new TransactionTemplate(new LendingTransactionManager(context.getBean("ours", DataSource.class)));
    }

    private JdbcTemplate ours() {
        return new JdbcTemplate(context.getBean("ours", DataSource.class));
    }

    private void enqueueAndRollBack(TransactionTemplate transaction) {
        transaction.executeWithoutResult(status -> {
            context.getBean(JobQueue.class).enqueue("rolled-back");
            status.setRollbackOnly();
        });
    }

    private List<String> stored() {
        return names("SELECT job_name FROM baton_jobs ORDER BY job_name");
    }

    private List<String> names(String select) {
        return in("oursTx").execute(status -> ours().queryForList(select, String.class));
    }

    @Test
    void onlyTransactionsOfBatonsDataSourceAreJoined() {
        JobQueue queue = context.getBean(JobQueue.class);
        enqueueAndRollBack(in("oursTx"));
        enqueueAndRollBack(lending());
        lending().executeWithoutResult(status -> queue.enqueue("lent"));
        in("otherTx").executeWithoutResult(status -> queue.enqueue("by-itself"));
        in("otherTx").executeWithoutResult(status -> {
            ours().queryForObject(
                            "SELECT 1", Integer.class); // binds a connection that this transaction does not commit
            queue.enqueue("by-itself-too");
        });
        assertThat(stored()).containsExactly("by-itself", "by-itself-too", "lent");
    }

    @Test
    void whatIsEnqueuedAfterACommitIsStored() {
        JobQueue queue = context.getBean(JobQueue.class);
        ApplicationEventPublisher events = context;
        in("oursTx").executeWithoutResult(status -> {
            events.publishEvent(new Ordered());
            TransactionSynchronizationManager.registerSynchronization(new TransactionSynchronization() {
                @Override
                public void afterCommit() {
                    queue.enqueue("after-commit");
                    enqueueAndRollBack(fresh());
                }

                @Override
                public void afterCompletion(int outcome) {
                    queue.enqueue("after-completion");
                }
            });
        });
        assertThat(stored()).containsExactly("after-commit", "after-completion", "by-event");
    }

    private TransactionTemplate fresh() {
        TransactionTemplate fresh = in("oursTx");
        fresh.setPropagationBehavior(TransactionTemplate.PROPAGATION_REQUIRES_NEW);
        return fresh;
    }

    @Test
    void onlyTransactionsOfBatonsDataSourceAreFenced() throws Exception {
        LeaderToken token = context.getBean(Leaders.class)
                .campaign("keeper")
                .awaitLeadership(TestPatience.LONGEST_WAIT)
                .orElseThrow();
        Fenced fenced = context.getBean(Fenced.class);
        assertThatThrownBy(() -> in("otherTx").executeWithoutResult(status -> fenced.enter(token)))
                .hasMessageContaining("not one of Baton's DataSource");
        assertThatThrownBy(() -> in("otherTx").executeWithoutResult(status -> {
                    ours().queryForObject("SELECT 1", Integer.class);
                    fenced.enter(token);
                }))
                .hasMessageContaining("not one of Baton's DataSource");
        in("oursTx").executeWithoutResult(status -> fenced.enter(token));
        lending().executeWithoutResult(status -> fenced.enter(token));

        context.getBean(Ledger.class).keep("in a transaction of oursTx, though otherTx is the primary manager");
        assertThat(names("SELECT note FROM ledger")).hasSize(1);
    }

    /** One pool, and a manager that begins transactions as the pool has them. */
    @SpringBootConfiguration
    @EnableAutoConfiguration
    static class LendingApp {
        @Bean
        PlatformTransactionManager lendingTx(DataSource source) {
            return new LendingTransactionManager(source);
        }
    }

    @Test
    void aManagerThatCanSetNoIsolationBeginsFencedTransactionsToo() throws Exception {
        ConfigurableApplicationContext lending = contexts.node(
                "two", LendingApp.class, "baton.jobs.worker=false", "baton.election.roles.lender.takeover=immediate");
        LeaderToken token = lending.getBean(Leaders.class)
                .campaign("lender")
                .awaitLeadership(TestPatience.LONGEST_WAIT)
                .orElseThrow();
        JdbcTemplate jdbc = new JdbcTemplate(lending.getBean(DataSource.class));
        lending.getBean(Fenced.class).run(token, () -> jdbc.update("INSERT INTO ledger VALUES ('lent')"));
        assertThat(names("SELECT note FROM ledger")).containsExactly("lent");
    }
}
