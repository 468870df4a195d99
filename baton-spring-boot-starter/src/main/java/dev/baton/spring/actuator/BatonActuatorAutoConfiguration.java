package dev.baton.spring.actuator;

import dev.baton.shards.ShardGroups;
import dev.baton.spring.election.BatonAutoConfiguration;
import dev.baton.sql.Baton;
import org.springframework.beans.factory.ObjectProvider;
import org.springframework.boot.actuate.autoconfigure.endpoint.condition.ConditionalOnAvailableEndpoint;
import org.springframework.boot.autoconfigure.AutoConfiguration;
import org.springframework.boot.autoconfigure.condition.ConditionalOnBean;
import org.springframework.boot.autoconfigure.condition.ConditionalOnClass;
import org.springframework.boot.autoconfigure.condition.ConditionalOnMissingClass;
import org.springframework.boot.autoconfigure.condition.ConditionalOnProperty;
import org.springframework.context.ApplicationEventPublisher;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;

/** Health and the endpoints {@code leadership} and {@code shards}, where the actuator is on the class path. */
@AutoConfiguration(
        after = BatonAutoConfiguration.class,
        afterName = "dev.baton.spring.shards.BatonShardsAutoConfiguration")
@ConditionalOnProperty(prefix = "baton", name = "enabled", matchIfMissing = true)
public class BatonActuatorAutoConfiguration {

    /** The endpoint. */
    @Configuration(proxyBeanMethods = false)
    @ConditionalOnClass(ConditionalOnAvailableEndpoint.class)
    @ConditionalOnAvailableEndpoint(LeadershipEndpoint.class)
    static class OfEndpoint {
        @Bean
        LeadershipEndpoint batonLeadershipEndpoint(Baton baton, ApplicationEventPublisher events) {
            return new LeadershipEndpoint(baton, events);
        }
    }

    /** The endpoint of groups of shards. */
    @Configuration(proxyBeanMethods = false)
    @ConditionalOnClass({ConditionalOnAvailableEndpoint.class, ShardGroups.class})
    @ConditionalOnBean(ShardGroups.class)
    @ConditionalOnAvailableEndpoint(ShardsEndpoint.class)
    static class OfShards {
        @Bean
        ShardsEndpoint batonShardsEndpoint(ShardGroups groups, ApplicationEventPublisher events) {
            return new ShardsEndpoint(groups, events);
        }
    }

    /** Health on Spring Boot 3. */
    @Configuration(proxyBeanMethods = false)
    @ConditionalOnClass(name = "org.springframework.boot.actuate.health.HealthIndicator")
    @ConditionalOnProperty(name = "management.health.baton.enabled", matchIfMissing = true)
    static class OfHealth3 {
        @Bean
        org.springframework.boot.actuate.health.HealthIndicator batonHealthIndicator(
                Baton baton, ObjectProvider<HealthDetails> more) {
            return () -> {
                HealthReport report = HealthReport.of(baton, more);
                var health = report.error() == null
                        ? org.springframework.boot.actuate.health.Health.up()
                        : org.springframework.boot.actuate.health.Health.down(report.error());
                return health.withDetails(report.details()).build();
            };
        }
    }

    /** Health on Spring Boot 4. */
    @Configuration(proxyBeanMethods = false)
    @ConditionalOnClass(name = "org.springframework.boot.health.contributor.HealthIndicator")
    @ConditionalOnMissingClass("org.springframework.boot.actuate.health.HealthIndicator")
    @ConditionalOnProperty(name = "management.health.baton.enabled", matchIfMissing = true)
    static class OfHealth4 {
        @Bean
        org.springframework.boot.health.contributor.HealthIndicator batonHealthIndicator(
                Baton baton, ObjectProvider<HealthDetails> more) {
            return () -> {
                HealthReport report = HealthReport.of(baton, more);
                var health = report.error() == null
                        ? org.springframework.boot.health.contributor.Health.up()
                        : org.springframework.boot.health.contributor.Health.down(report.error());
                return health.withDetails(report.details()).build();
            };
        }
    }
}
