package dev.baton.spring.tracing;

import dev.baton.opentelemetry.LeadershipSpans;
import dev.baton.spring.election.BatonAutoConfiguration;
import io.opentelemetry.api.OpenTelemetry;
import org.springframework.boot.autoconfigure.AutoConfiguration;
import org.springframework.boot.autoconfigure.condition.ConditionalOnBean;
import org.springframework.boot.autoconfigure.condition.ConditionalOnClass;
import org.springframework.boot.autoconfigure.condition.ConditionalOnProperty;
import org.springframework.context.annotation.Bean;

/**
 * Spans for changes of roles, where {@code baton-opentelemetry} is on the class path and the application traces. Runs of
 * jobs are observations, which become spans by themselves.
 */
@AutoConfiguration(
        before = BatonAutoConfiguration.class,
        afterName = {
            "org.springframework.boot.actuate.autoconfigure.opentelemetry.OpenTelemetryAutoConfiguration",
            "org.springframework.boot.opentelemetry.autoconfigure.OpenTelemetrySdkAutoConfiguration"
        })
@ConditionalOnClass({LeadershipSpans.class, OpenTelemetry.class})
@ConditionalOnBean(OpenTelemetry.class)
@ConditionalOnProperty(prefix = "baton", name = "enabled", matchIfMissing = true)
public class BatonTracingAutoConfiguration {

    @Bean
    LeadershipSpans batonLeadershipSpans(OpenTelemetry telemetry) {
        return new LeadershipSpans(telemetry);
    }
}
