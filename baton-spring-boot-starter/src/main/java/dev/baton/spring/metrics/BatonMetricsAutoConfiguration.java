package dev.baton.spring.metrics;

import dev.baton.jobs.Jobs;
import dev.baton.micrometer.JobMetrics;
import dev.baton.micrometer.LeadershipMetrics;
import dev.baton.micrometer.SubmissionMetrics;
import dev.baton.spring.election.BatonAutoConfiguration;
import dev.baton.spring.jobs.BatonJobsAutoConfiguration;
import dev.baton.spring.submissions.BatonSubmissionsAutoConfiguration;
import dev.baton.spring.submissions.BatonSubmissionsAutoConfiguration.ManagerListener;
import dev.baton.submissions.SubmissionManager;
import io.micrometer.core.instrument.MeterRegistry;
import org.springframework.boot.autoconfigure.AutoConfiguration;
import org.springframework.boot.autoconfigure.condition.ConditionalOnBean;
import org.springframework.boot.autoconfigure.condition.ConditionalOnClass;
import org.springframework.boot.autoconfigure.condition.ConditionalOnProperty;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;

/** Metrics, where {@code baton-micrometer} is on the class path and the application has a registry. */
@AutoConfiguration(
        before = {
            BatonAutoConfiguration.class,
            BatonJobsAutoConfiguration.class,
            BatonSubmissionsAutoConfiguration.class
        },
        afterName = {
            "org.springframework.boot.actuate.autoconfigure.metrics.CompositeMeterRegistryAutoConfiguration",
            "org.springframework.boot.micrometer.metrics.autoconfigure.CompositeMeterRegistryAutoConfiguration"
        })
@ConditionalOnClass({LeadershipMetrics.class, MeterRegistry.class})
@ConditionalOnBean(MeterRegistry.class)
@ConditionalOnProperty(prefix = "baton", name = "enabled", matchIfMissing = true)
public class BatonMetricsAutoConfiguration {

    @Bean
    LeadershipMetrics batonLeadershipMetrics(MeterRegistry registry) {
        return new LeadershipMetrics(registry);
    }

    /** Those of submissions. */
    @Configuration(proxyBeanMethods = false)
    @ConditionalOnClass(SubmissionManager.class)
    static class OfSubmissions {
        @Bean
        SubmissionMetrics batonSubmissionMetrics(MeterRegistry registry) {
            return new SubmissionMetrics(registry);
        }

        @Bean
        ManagerListener batonSubmissionGauges(SubmissionMetrics metrics) {
            return metrics::observe;
        }
    }

    /** Those of jobs. */
    @Configuration(proxyBeanMethods = false)
    @ConditionalOnClass(Jobs.class)
    static class OfJobs {
        @Bean
        JobMetrics batonJobMetrics(MeterRegistry registry) {
            return new JobMetrics(registry);
        }
    }
}
