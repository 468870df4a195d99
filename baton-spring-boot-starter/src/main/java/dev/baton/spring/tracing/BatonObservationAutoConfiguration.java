package dev.baton.spring.tracing;

import dev.baton.Tracing;
import io.micrometer.observation.Observation;
import io.micrometer.observation.ObservationRegistry;
import io.micrometer.tracing.Span;
import io.micrometer.tracing.handler.TracingObservationHandler.TracingContext;
import io.micrometer.tracing.propagation.Propagator;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import java.util.function.Function;
import org.springframework.beans.factory.ObjectProvider;
import org.springframework.boot.autoconfigure.AutoConfiguration;
import org.springframework.boot.autoconfigure.condition.ConditionalOnBean;
import org.springframework.boot.autoconfigure.condition.ConditionalOnClass;
import org.springframework.boot.autoconfigure.condition.ConditionalOnMissingBean;
import org.springframework.boot.autoconfigure.condition.ConditionalOnProperty;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;

/** Acceptances, attempts, calls and runs of jobs as observations, where there is a registry. */
@AutoConfiguration(
        afterName = {
            "org.springframework.boot.actuate.autoconfigure.observation.ObservationAutoConfiguration",
            "org.springframework.boot.actuate.autoconfigure.tracing.MicrometerTracingAutoConfiguration",
            "org.springframework.boot.actuate.autoconfigure.tracing.OpenTelemetryTracingAutoConfiguration",
            "org.springframework.boot.micrometer.observation.autoconfigure.ObservationAutoConfiguration",
            "org.springframework.boot.micrometer.tracing.autoconfigure.MicrometerTracingAutoConfiguration"
        })
@ConditionalOnClass(ObservationRegistry.class)
@ConditionalOnProperty(prefix = "baton", name = "enabled", matchIfMissing = true)
public class BatonObservationAutoConfiguration {

    /** Where an observation is in its trace. */
    interface Traceparents extends Function<Observation.Context, Optional<String>> {}

    @Bean
    @ConditionalOnBean(ObservationRegistry.class)
    @ConditionalOnMissingBean(Tracing.class)
    Tracing batonTracing(ObservationRegistry registry, ObjectProvider<Traceparents> traceparents) {
        return new ObservationTracing(registry, traceparents.getIfAvailable(() -> context -> Optional.empty()));
    }

    /** Where the application traces. */
    @Configuration(proxyBeanMethods = false)
    @ConditionalOnClass(Propagator.class)
    static class Traced {

        /** Asked for late: the propagator may come from an auto-configuration of any name. */
        @Bean
        Traceparents batonTraceparents(ObjectProvider<Propagator> propagators) {
            return context -> {
                TracingContext traced = context.get(TracingContext.class);
                Span span = traced == null ? null : traced.getSpan();
                return span == null
                        ? Optional.empty()
                        : propagators.stream().findFirst().flatMap(propagator -> traceparent(propagator, span));
            };
        }

        private static Optional<String> traceparent(Propagator propagator, Span span) {
            Map<String, String> headers = new HashMap<>();
            propagator.inject(span.context(), headers, Map::put);
            return Optional.ofNullable(headers.get("traceparent"));
        }
    }
}
