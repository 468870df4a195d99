package dev.baton.spring;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowable;

import dev.baton.spring.diagnostics.BatonFailureAnalyzer;
import dev.baton.testkit.PostgresDatabase;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.net.URL;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Properties;
import javax.sql.DataSource;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.springframework.boot.SpringBootConfiguration;
import org.springframework.boot.WebApplicationType;
import org.springframework.boot.autoconfigure.EnableAutoConfiguration;
import org.springframework.boot.diagnostics.FailureAnalysis;
import org.springframework.context.annotation.Bean;

/** Each of these ends the start with one sentence that says what is wrong, and one that says what to change. */
class BadSetupTest {

    private final Contexts contexts = new Contexts();

    @AfterEach
    void close() {
        contexts.close();
    }

    private FailureAnalysis refused(Class<?> application, String... properties) {
        List<String> all = new ArrayList<>(List.of(properties));
        if (all.stream().noneMatch(property -> property.startsWith("spring.datasource.url"))
                && !application.equals(NoDataSource.class)) {
            all.add("spring.datasource.url=" + contexts.database().url());
        }
        Throwable failure = catchThrowable(() -> contexts.start(WebApplicationType.NONE, application, all));
        assertThat(failure).as("the context must not start").isNotNull();
        FailureAnalysis analysis = new BatonFailureAnalyzer().analyze(failure);
        assertThat(analysis).as("analysis of " + failure).isNotNull();
        assertThat(analysis.getAction()).isNotBlank();
        return analysis;
    }

    @Test
    void springBootAsksOurAnalyzer() throws IOException {
        assertThat(Collections.list(getClass().getClassLoader().getResources("META-INF/spring.factories")))
                .anyMatch(BadSetupTest::namesOurs);
    }

    private static boolean namesOurs(URL factories) {
        try (InputStream in = factories.openStream()) {
            Properties entries = new Properties();
            entries.load(in);
            return BatonFailureAnalyzer.class
                    .getName()
                    .equals(entries.getProperty("org.springframework.boot.diagnostics.FailureAnalyzer"));
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** Fine by itself. */
    @SpringBootConfiguration
    @EnableAutoConfiguration
    static class Plain {}

    /** Without any database. */
    @SpringBootConfiguration
    @EnableAutoConfiguration(
            excludeName = {
                "org.springframework.boot.autoconfigure.jdbc.DataSourceAutoConfiguration",
                "org.springframework.boot.jdbc.autoconfigure.DataSourceAutoConfiguration"
            })
    static class NoDataSource {}

    @Test
    void noDataSource() {
        FailureAnalysis analysis = refused(NoDataSource.class);
        assertThat(analysis.getDescription()).isEqualTo("Baton needs a DataSource, and this application has none.");
        assertThat(analysis.getAction()).contains("spring.datasource.url");
    }

    /** With two databases. */
    @SpringBootConfiguration
    @EnableAutoConfiguration
    static class TwoDataSources {
        @Bean
        DataSource orders() {
            return PostgresDatabase.fresh().dataSource();
        }

        @Bean
        DataSource archive() {
            return PostgresDatabase.fresh().dataSource();
        }
    }

    @Test
    void twoDataSources() {
        FailureAnalysis analysis = refused(TwoDataSources.class);
        assertThat(analysis.getDescription()).contains("has 2: archive, orders");
        assertThat(analysis.getAction()).contains("baton.data-source=archive");
        assertThat(refused(TwoDataSources.class, "baton.data-source=ordres").getAction())
                .contains("[archive, orders]");
    }

    @Test
    void oneOfTwoDataSourcesCanBeNamed() {
        assertThat(contexts.node("one", TwoDataSources.class, "baton.data-source=orders")
                        .isRunning())
                .isTrue();
    }

    @Test
    void unsupportedDatabase() {
        assertThat(refused(Plain.class, "spring.datasource.url=jdbc:hsqldb:mem:none")
                        .getDescription())
                .contains("HSQL");
    }

    /** With a role that cannot be a key. */
    @SpringBootConfiguration
    @EnableAutoConfiguration
    static class SpacedRole {
        @LeaderOnly(role = "month end report")
        public void report() {}
    }

    @Test
    void roleNameWithSpaces() {
        FailureAnalysis analysis = refused(SpacedRole.class);
        assertThat(analysis.getDescription()).contains("SpacedRole.report", "'month end report' is not allowed");
        assertThat(analysis.getAction()).contains("'month-end-report'");
    }

    /** With a class that no proxy can stand before. */
    @SpringBootConfiguration
    @EnableAutoConfiguration
    static class FinalClass {
        @Bean
        Closed closed() {
            return new Closed();
        }
    }

    static final class Closed {
        @LeaderOnly(role = "report")
        public void report() {}
    }

    @Test
    void finalClass() {
        FailureAnalysis analysis = refused(FinalClass.class);
        assertThat(analysis.getDescription()).contains("Closed.report", "is final");
        assertThat(analysis.getAction()).contains("non-final");
    }

    /** With a method whose result cannot be skipped. */
    @SpringBootConfiguration
    @EnableAutoConfiguration
    static class SkippedResult {
        @LeaderOnly(role = "report")
        public int report() {
            return 1;
        }
    }

    @Test
    void resultThatCannotBeSkipped() {
        assertThat(refused(SkippedResult.class).getAction()).contains("Otherwise.THROW");
    }

    /** With a handler that wants two payloads. */
    @SpringBootConfiguration
    @EnableAutoConfiguration
    static class TwoPayloads {
        @BatonJob("send")
        public void send(Integer number, List<String> names) {}
    }

    @Test
    void twoPayloads() {
        FailureAnalysis analysis = refused(TwoPayloads.class);
        assertThat(analysis.getDescription()).contains("TwoPayloads.send", "Integer, List");
        assertThat(analysis.getAction()).contains("one record");
    }

    @Test
    void unknownProperty() {
        FailureAnalysis analysis = refused(Plain.class, "baton.election.lease-time=10s");
        assertThat(analysis.getDescription()).contains("no property baton.election.lease-time");
        assertThat(analysis.getAction()).contains("baton.election.lease-duration");
    }

    @Test
    void tablesThatNobodyMade() {
        assertThat(refused(Plain.class, "baton.schema.mode=never").getDescription())
                .contains("schema");
    }

    @Test
    void immediateTakeoverOfALease() {
        FailureAnalysis analysis =
                refused(Plain.class, "baton.election.strategy=lease", "baton.election.takeover=immediate");
        assertThat(analysis.getAction()).contains("exclusive");
    }

    @Test
    void targetWithoutAGateway() {
        String target = "baton.submissions.targets.receipt.";
        FailureAnalysis analysis = refused(Plain.class, target + "gateway=mail", target + "policy=one_shot");
        assertThat(analysis.getDescription()).contains("'receipt' names gateway 'mail', which is not configured");
        assertThat(refused(Plain.class, target + "gateway=mail").getDescription())
                .contains("baton.submissions.targets.receipt.policy is missing");
        assertThat(refused(Plain.class, "baton.submissions.gateways.mail.request-timeout=5s")
                        .getDescription())
                .contains("no Gateway bean of that name");
    }
}
