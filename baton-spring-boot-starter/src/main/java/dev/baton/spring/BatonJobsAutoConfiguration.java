package dev.baton.spring;

import dev.baton.jobs.JobHandler;
import dev.baton.jobs.JobListener;
import dev.baton.jobs.Jobs;
import dev.baton.jobs.JobsSchema;
import dev.baton.sql.Baton;
import dev.baton.sql.schema.SchemaComponent;
import io.micrometer.observation.ObservationRegistry;
import java.util.function.BiFunction;
import org.springframework.beans.factory.ObjectProvider;
import org.springframework.beans.factory.config.BeanDefinition;
import org.springframework.boot.autoconfigure.AutoConfiguration;
import org.springframework.boot.autoconfigure.condition.ConditionalOnBean;
import org.springframework.boot.autoconfigure.condition.ConditionalOnClass;
import org.springframework.boot.autoconfigure.condition.ConditionalOnProperty;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.context.annotation.Role;

/** Jobs, where {@code baton-jobs} is on the class path. */
@AutoConfiguration(
        after = {BatonAutoConfiguration.class, BatonPayloadsAutoConfiguration.class},
        afterName = {
            "org.springframework.boot.actuate.autoconfigure.observation.ObservationAutoConfiguration",
            "org.springframework.boot.micrometer.observation.autoconfigure.ObservationAutoConfiguration"
        })
@ConditionalOnClass(Jobs.class)
@ConditionalOnProperty(
        name = {"baton.enabled", "baton.jobs.enabled"},
        matchIfMissing = true)
public class BatonJobsAutoConfiguration {

    @Bean
    SchemaComponent batonJobsSchema() {
        return JobsSchema.COMPONENT;
    }

    @Bean
    @Role(BeanDefinition.ROLE_INFRASTRUCTURE)
    static JobMethods batonJobMethods(ObjectProvider<Payloads> payloads) {
        return new JobMethods(() -> BatonPayloadsAutoConfiguration.required(payloads));
    }

    @Bean
    JobRunner batonJobRunner(
            Baton baton,
            BatonProperties properties,
            JobMethods methods,
            Roles roles,
            ObjectProvider<JobListener> listeners,
            ObjectProvider<JobObserver> observers) {
        roles.ownedElsewhere(JobRunner.DUTIES);
        BiFunction<String, JobHandler, JobHandler> plain = (name, handler) -> handler;
        return new JobRunner(
                baton,
                properties,
                methods,
                listeners.orderedStream().toList(),
                observers.stream()
                        .findFirst()
                        .<BiFunction<String, JobHandler, JobHandler>>map(o -> o)
                        .orElse(plain));
    }

    @Bean
    JobQueue batonJobQueue(DataSources sources, JobRunner runner, ObjectProvider<Payloads> payloads) {
        return new JobQueue(
                sources.application(), runner::jobs, () -> BatonPayloadsAutoConfiguration.required(payloads));
    }

    /** Puts something around handlers. */
    interface JobObserver extends BiFunction<String, JobHandler, JobHandler> {}

    /** Observations, where there is a registry. */
    @Configuration(proxyBeanMethods = false)
    @ConditionalOnClass(ObservationRegistry.class)
    static class Observed {
        @Bean
        @ConditionalOnBean(ObservationRegistry.class)
        JobObserver batonJobObserver(ObservationRegistry registry) {
            return (name, handler) -> JobObservation.of(registry, name, handler);
        }
    }
}
