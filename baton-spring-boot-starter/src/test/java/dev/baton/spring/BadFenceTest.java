package dev.baton.spring;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowable;

import dev.baton.spring.diagnostics.BatonFailureAnalyzer;
import javax.sql.DataSource;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.springframework.boot.SpringBootConfiguration;
import org.springframework.boot.autoconfigure.EnableAutoConfiguration;
import org.springframework.boot.diagnostics.FailureAnalysis;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Import;
import org.springframework.jdbc.datasource.DataSourceTransactionManager;
import org.springframework.jdbc.datasource.DriverManagerDataSource;
import org.springframework.transaction.PlatformTransactionManager;
import org.springframework.transaction.annotation.Propagation;
import org.springframework.transaction.annotation.Transactional;

/** A fence that would protect nothing ends the start. */
class BadFenceTest {

    private final Contexts contexts = new Contexts();

    @AfterEach
    void close() {
        contexts.close();
    }

    private FailureAnalysis refused(Class<?> application) {
        Throwable failure = catchThrowable(() -> contexts.node("one", application));
        assertThat(failure).as("the context must not start").isNotNull();
        FailureAnalysis analysis = new BatonFailureAnalyzer().analyze(failure);
        assertThat(analysis).as("analysis of " + failure).isNotNull();
        return analysis;
    }

    /** Leaves the fenced transaction. */
    @SpringBootConfiguration
    @EnableAutoConfiguration
    static class Fresh {
        @LeaderOnly(role = "keeper", fenced = true)
        @Transactional(propagation = Propagation.REQUIRES_NEW)
        public void keep() {}
    }

    /** Leaves it by what the class says. */
    @SpringBootConfiguration
    @EnableAutoConfiguration
    @Transactional(propagation = Propagation.NOT_SUPPORTED)
    static class Suspended {
        @LeaderOnly(role = "keeper", fenced = true)
        public void keep() {}
    }

    @Test
    void propagationThatLeavesTheFence() {
        FailureAnalysis analysis = refused(Fresh.class);
        assertThat(analysis.getDescription()).contains("Fresh.keep", "suspends the fenced transaction");
        assertThat(analysis.getAction()).contains("REQUIRED");
        assertThat(refused(Suspended.class).getDescription()).contains("Suspended.keep");
    }

    /** Fenced, without a transaction of its own. */
    static class Keeper {
        @LeaderOnly(role = "keeper", fenced = true)
        public void keep() {}
    }

    /** The only manager is of another data source. */
    @SpringBootConfiguration
    @EnableAutoConfiguration
    @Import(Keeper.class)
    static class Elsewhere {
        @Bean
        PlatformTransactionManager elsewhereTx() {
            return new DataSourceTransactionManager(new DriverManagerDataSource("jdbc:h2:mem:elsewhere"));
        }
    }

    /** Two that may be meant. */
    @SpringBootConfiguration
    @EnableAutoConfiguration
    @Import(Keeper.class)
    static class Two {
        @Bean
        PlatformTransactionManager oneTx(DataSource source) {
            return new DataSourceTransactionManager(source);
        }

        @Bean
        PlatformTransactionManager twoTx(DataSource source) {
            return new DataSourceTransactionManager(source);
        }
    }

    @Test
    void managerThatIsNotTheOneOfBatonsDataSource() {
        assertThat(refused(Elsewhere.class).getDescription()).contains("has none", "elsewhereTx");
        assertThat(refused(Two.class).getDescription()).contains("several that may be it: oneTx, twoTx");
    }

    /** Names the manager of something else. */
    @SpringBootConfiguration
    @EnableAutoConfiguration
    static class Misnamed {
        @Bean
        PlatformTransactionManager oursTx(DataSource source) {
            return new DataSourceTransactionManager(source);
        }

        @Bean
        PlatformTransactionManager elsewhereTx() {
            return new DataSourceTransactionManager(new DriverManagerDataSource("jdbc:h2:mem:elsewhere"));
        }

        @LeaderOnly(role = "keeper", fenced = true)
        @Transactional("elsewhereTx")
        public void keep() {}
    }

    @Test
    void managerNamedByTheMethodItself() {
        assertThat(refused(Misnamed.class).getDescription()).contains("Misnamed.keep", "manager of something else");
    }
}
