package dev.baton.spring;

import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.baton.NotLeaderException;
import java.lang.annotation.ElementType;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.springframework.boot.SpringBootConfiguration;
import org.springframework.boot.autoconfigure.EnableAutoConfiguration;
import org.springframework.context.annotation.Bean;

/** What elects a role is guarded by it, wherever the annotation stands. */
class GuardedMethodsTest {

    private final Contexts contexts = new Contexts();

    @AfterEach
    void close() {
        contexts.close();
    }

    /** An annotation of the application's own. */
    @Retention(RetentionPolicy.RUNTIME)
    @Target(ElementType.METHOD)
    @LeaderOnly(role = "reporter", otherwise = LeaderOnly.Otherwise.THROW)
    @interface ReporterOnly {}

    /** Annotated where it is declared. */
    interface Report {
        @LeaderOnly(role = "reporter", otherwise = LeaderOnly.Otherwise.THROW)
        void declared();

        @LeaderOnly(role = "reporter", otherwise = LeaderOnly.Otherwise.THROW)
        void inherited();
    }

    /** Annotated where it is first implemented. */
    static class Base {
        @LeaderOnly(role = "reporter", otherwise = LeaderOnly.Otherwise.THROW)
        public void overridden() {}

        public void inherited() {}
    }

    /** Annotated nowhere itself, except once. */
    static class Impl extends Base implements Report {
        @Override
        public void declared() {}

        @Override
        public void overridden() {}

        @ReporterOnly
        public void composed() {}
    }

    /** An application with all of them. */
    @SpringBootConfiguration
    @EnableAutoConfiguration
    static class App {
        @Bean
        Impl impl() {
            return new Impl();
        }
    }

    /** Election is disabled, so nothing may run; and the same where Baton is switched off as a whole. */
    @Test
    void nothingRunsWhereNobodyLeads() {
        for (String off : new String[] {"baton.election.enabled=false", "baton.enabled=false"}) {
            Impl impl = contexts.node("one", App.class, off).getBean(Impl.class);
            refused(impl::declared);
            refused(impl::inherited);
            refused(impl::overridden);
            refused(impl::composed);
        }
    }

    private static void refused(Runnable call) {
        assertThatThrownBy(call::run).isInstanceOf(NotLeaderException.class);
    }
}
