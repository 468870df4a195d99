package dev.baton.spring;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowable;

import dev.baton.shards.ShardTerm;
import dev.baton.shards.ShardWork;
import dev.baton.spring.diagnostics.BatonFailureAnalyzer;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.springframework.boot.SpringBootConfiguration;
import org.springframework.boot.autoconfigure.EnableAutoConfiguration;
import org.springframework.boot.diagnostics.FailureAnalysis;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Import;
import org.springframework.context.annotation.Lazy;
import org.springframework.context.annotation.Scope;
import org.springframework.transaction.annotation.Propagation;
import org.springframework.transaction.annotation.Transactional;

/** Shards that are set up so that they cannot work end the start, with a sentence. */
class BadShardsTest {

    private final Contexts contexts = new Contexts();

    @AfterEach
    void close() {
        contexts.close();
    }

    private FailureAnalysis refused(Class<?> application, String... properties) {
        Throwable failure = catchThrowable(() -> contexts.node("one", application, properties));
        assertThat(failure).as("the context must not start").isNotNull();
        FailureAnalysis analysis = new BatonFailureAnalyzer().analyze(failure);
        assertThat(analysis).as("analysis of " + failure).isNotNull();
        return analysis;
    }

    /** Nothing of its own. */
    @SpringBootConfiguration
    @EnableAutoConfiguration
    static class Nothing {}

    /** As it should be. */
    @SpringBootConfiguration
    @EnableAutoConfiguration
    static class Good {
        @ShardLeader(group = "orders", shards = 4)
        public void work() {}
    }

    /** The same group again. */
    static class Another {
        @ShardLeader(group = "orders", shards = 4)
        public void workToo(ShardTerm term) {}
    }

    /** Two works. */
    @SpringBootConfiguration
    @EnableAutoConfiguration
    @Import({Another.class, Good.class})
    static class Twice {}

    @Test
    void twoWorksForAGroup() {
        assertThat(refused(Twice.class).getDescription())
                .contains("'orders' has two works", "Good.work", "Another.workToo");
    }

    /** Made anew for whoever asks. */
    @SpringBootConfiguration
    @EnableAutoConfiguration
    static class Prototypes {
        @Bean
        @Scope("prototype")
        Another work() {
            return new Another();
        }
    }

    /** Made for whoever asks first. */
    @SpringBootConfiguration
    @EnableAutoConfiguration
    static class Lazily {
        @Bean
        @Lazy
        Another work() {
            return new Another();
        }
    }

    @Test
    void beansThatAreNotThereWhenShardsAreLed() {
        for (Class<?> application : List.of(Prototypes.class, Lazily.class)) {
            FailureAnalysis analysis = refused(application);
            assertThat(analysis.getDescription())
                    .contains("bean 'work', which is not made when the application starts");
            assertThat(analysis.getAction()).contains("singleton");
        }
    }

    /** Takes what nobody has. */
    @SpringBootConfiguration
    @EnableAutoConfiguration
    static class Greedy {
        @ShardLeader(group = "orders", shards = 4)
        public void work(ShardTerm term, String order) {}
    }

    @Test
    void aParameterThatNobodyHas() {
        FailureAnalysis analysis = refused(Greedy.class);
        assertThat(analysis.getDescription()).contains("Greedy.work takes a String");
        assertThat(analysis.getAction()).contains("ShardTerm");
    }

    /** Does not say how many. */
    @SpringBootConfiguration
    @EnableAutoConfiguration
    static class Uncounted {
        @ShardLeader(group = "orders")
        public void work() {}
    }

    @Test
    void numbersThatCannotBe() {
        assertThat(refused(Uncounted.class).getAction()).contains("baton.shards.groups.orders.shards");
        assertThat(refused(Uncounted.class, "baton.shards.groups.orders.shards=2000")
                        .getDescription())
                .contains("'orders' cannot work", "between 1 and 1024");
        assertThat(refused(Good.class, "baton.shards.weight=0").getDescription())
                .contains("a weight is between");
        assertThat(refused(Nothing.class, "baton.shards.group.orders.shards=4").getAction())
                .contains("baton.shards.groups");
    }

    /** Leaves the fenced transaction. */
    @SpringBootConfiguration
    @EnableAutoConfiguration
    static class Fresh {
        @ShardLeader(group = "orders", shards = 4, fenced = true)
        @Transactional(propagation = Propagation.REQUIRES_NEW)
        public void work() {}
    }

    @Test
    void propagationThatLeavesTheFence() {
        assertThat(refused(Fresh.class).getDescription())
                .contains("@ShardLeader(fenced = true) on Fresh.work", "suspends the fenced transaction");
    }

    /** No work. */
    @ShardLeader(group = "orders", shards = 4)
    static class Idle {}

    /** With a class that is no work. */
    @SpringBootConfiguration
    @EnableAutoConfiguration
    @Import(Idle.class)
    static class Typed {}

    /** A term as a transaction. */
    @ShardLeader(group = "orders", shards = 4, fenced = true)
    static class Lasting implements ShardWork {
        @Override
        public void lead(ShardTerm term) {}
    }

    /** With such a one. */
    @SpringBootConfiguration
    @EnableAutoConfiguration
    @Import(Lasting.class)
    static class FencedTerm {}

    /** Never pauses. */
    @SpringBootConfiguration
    @EnableAutoConfiguration
    static class Restless {
        @ShardLeader(group = "orders", shards = 4, after = "0s")
        public void work() {}
    }

    @Test
    void annotationsThatSayNothing() {
        assertThat(refused(Typed.class).getDescription()).contains("class Idle, which is no ShardWork");
        assertThat(refused(FencedTerm.class).getDescription()).contains("a term is no transaction");
        assertThat(refused(Restless.class).getDescription()).contains("Restless.work", "\"0s\" is no pause");
    }

    @Test
    void electionsThatDoNotFit() {
        assertThat(refused(Good.class, "baton.election.roles.orders.lock-key=4711")
                        .getDescription())
                .contains("baton.election.roles.orders.lock-key names one lock");
        assertThat(refused(Good.class, "baton.election.enabled=false", "baton.election.disabled-mode=always-leader")
                        .getDescription())
                .contains("divided by elections", "[orders]");
        assertThat(contexts.node(
                                "one",
                                Good.class,
                                "baton.shards.enabled=false",
                                "baton.election.enabled=false",
                                "baton.election.disabled-mode=always-leader")
                        .isRunning())
                .isTrue();
    }

    /** The last node that lives leads all of them. */
    @Test
    void aSharedPoolThatShardsWouldEmpty() {
        String[] shared = {
            "spring.datasource.hikari.maximum-pool-size=10",
            "baton.leadership-data-source=dataSource",
            "baton.jobs.enabled=false",
            "baton.submissions.enabled=false",
            "baton.shards.groups.orders.shards=8"
        };
        FailureAnalysis analysis = refused(Good.class, shared);
        assertThat(analysis.getDescription())
                .contains("at most 10 connections", "keeps 10 of them", "orders with 8 shards and a coordinator");
        assertThat(analysis.getAction()).contains("at least 12");
    }
}
