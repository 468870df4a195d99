package dev.baton.spring;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.baton.LeaderToken;
import dev.baton.NotLeaderException;
import dev.baton.StaleTokenException;
import dev.baton.sql.FenceLostException;
import dev.baton.testkit.H2Database;
import dev.baton.testkit.TestPatience;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.springframework.boot.SpringBootConfiguration;
import org.springframework.boot.autoconfigure.EnableAutoConfiguration;
import org.springframework.context.ConfigurableApplicationContext;
import org.springframework.context.annotation.Bean;
import org.springframework.dao.ConcurrencyFailureException;
import org.springframework.jdbc.core.ConnectionCallback;
import org.springframework.jdbc.core.JdbcTemplate;
import org.springframework.transaction.annotation.Transactional;

class FencedTest {

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
        Ledger ledger(JdbcTemplate jdbc, org.springframework.beans.factory.ObjectProvider<Fenced> fenced) {
            return new Ledger(jdbc, fenced);
        }
    }

    /** What is written. */
    static class Ledger {
        private final JdbcTemplate jdbc;
        private final org.springframework.beans.factory.ObjectProvider<Fenced> fenced;

        Ledger(JdbcTemplate jdbc, org.springframework.beans.factory.ObjectProvider<Fenced> fenced) {
            this.jdbc = jdbc;
            this.fenced = fenced;
            jdbc.execute("CREATE TABLE IF NOT EXISTS ledger (note varchar(100))");
        }

        @Transactional
        public void write(String note) {
            jdbc.update("INSERT INTO ledger VALUES (?)", note);
        }

        // region own-transaction
        @Transactional
        public void writeUnder(LeaderToken token, String note) {
            fenced.getObject().enter(token); // first in a transaction of its own
            jdbc.update("INSERT INTO ledger VALUES (?)", note);
        }
        // endregion

        // region annotation
        @LeaderOnly(role = "keeper", fenced = true) // the whole call is one fenced transaction
        public void keep(String note) {
            jdbc.update("INSERT INTO ledger VALUES (?)", note);
        }
        // endregion

        @Transactional
        public void loseAndGoOn(LeaderToken token) {
            fenced.getObject().enter(token);
            jdbc.update("INSERT INTO ledger VALUES ('lost')");
            rollBack();
            jdbc.update("INSERT INTO ledger VALUES ('unfenced')");
        }

        @Transactional
        public void enterAgain(LeaderToken token, boolean lost) {
            fenced.getObject().enter(token);
            jdbc.update("INSERT INTO ledger VALUES ('first half')");
            if (lost) {
                rollBack();
            }
            fenced.getObject().enter(token);
            jdbc.update("INSERT INTO ledger VALUES ('second half')");
        }

        /** As the database does by itself with a victim of a deadlock. */
        private void rollBack() {
            jdbc.execute((ConnectionCallback<Void>) connection -> {
                connection.rollback();
                return null;
            });
        }

        @LeaderOnly(role = "keeper", fenced = true)
        @Transactional
        public void keepNothing() {
            jdbc.update("INSERT INTO ledger VALUES ('nothing')");
            throw new IllegalStateException("rolled back");
        }

        long rows() {
            return jdbc.queryForObject("SELECT count(*) FROM ledger", Long.class);
        }
    }

    /** On H2, which ends transactions by itself, as others do. The leader's token is not stale: it leads on. */
    @Test
    void transactionThatLostItsFenceIsNotCommitted() throws Exception {
        ConfigurableApplicationContext context = contexts.node(
                "one",
                App.class,
                "spring.datasource.url=" + H2Database.fresh().url(),
                "baton.election.strategy=lease",
                "baton.election.takeover=exclusive");
        Ledger ledger = context.getBean(Ledger.class);
        LeaderToken token = context.getBean(Leaders.class)
                .campaign("keeper")
                .awaitLeadership(TestPatience.LONGEST_WAIT)
                .orElseThrow();
        assertThatThrownBy(() -> ledger.loseAndGoOn(token))
                .isInstanceOf(ConcurrencyFailureException.class)
                .hasCauseInstanceOf(FenceLostException.class);
        assertThatThrownBy(() -> ledger.enterAgain(token, true)).isInstanceOf(ConcurrencyFailureException.class);
        assertThat(ledger.rows()).isZero();
        ledger.enterAgain(token, false);
        assertThat(ledger.rows()).isEqualTo(2);
    }

    @Test
    void commitsUnderACurrentTokenAndRollsBackUnderAStaleOne() throws Exception {
        ConfigurableApplicationContext context = contexts.node("one", App.class);
        Ledger ledger = context.getBean(Ledger.class);
        Fenced fenced = context.getBean(Fenced.class);
        LeaderToken token = context.getBean(Leaders.class)
                .campaign("keeper")
                .awaitLeadership(TestPatience.LONGEST_WAIT)
                .orElseThrow();
        // region template
        fenced.run(token, () -> ledger.write("by the template")); // @Transactional code inside joins it
        // endregion
        ledger.writeUnder(token, "in a transaction of its own");
        ledger.keep("by the annotation");
        assertThat(ledger.rows()).isEqualTo(3);
        assertThatThrownBy(ledger::keepNothing).hasMessage("rolled back");
        assertThat(ledger.rows()).isEqualTo(3);

        LeaderToken older = new LeaderToken("keeper", token.holderId(), token.epoch() - 1);
        LeaderToken stranger = new LeaderToken("keeper", "somebody-else", token.epoch());
        assertThatThrownBy(() -> fenced.run(older, () -> ledger.write("stale"))).isInstanceOf(NotLeaderException.class);
        assertThatThrownBy(() -> ledger.writeUnder(older, "stale")).isInstanceOf(StaleTokenException.class);
        assertThatThrownBy(() -> ledger.writeUnder(stranger, "stale")).isInstanceOf(StaleTokenException.class);
        assertThat(ledger.rows()).isEqualTo(3);
        assertThatThrownBy(() -> fenced.enter(token)).hasMessageContaining("lives in a transaction");
    }
}
