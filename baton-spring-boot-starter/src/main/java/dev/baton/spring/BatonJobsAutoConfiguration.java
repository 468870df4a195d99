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
import org.springframework.boot.autoconfigure.condition.ConditionalOnMissingBean;
import org.springframework.boot.autoconfigure.condition.ConditionalOnProperty;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.context.annotation.Role;

/** Jobs, where {@code baton-jobs} is on the class path. */
@AutoConfiguration(
        after = BatonAutoConfiguration.class,
        afterName = {
            "org.springframework.boot.autoconfigure.jackson.JacksonAutoConfiguration",
            "org.springframework.boot.jackson.autoconfigure.JacksonAutoConfiguration",
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
        return new JobMethods(() -> payloads(payloads));
    }

    private static Payloads payloads(ObjectProvider<Payloads> payloads) {
        Payloads found = payloads.getIfAvailable();
        if (found == null) {
            throw new BatonSetupException(
                    "Typed payloads need a JSON mapper, and this application has none.",
                    "Add spring-boot-starter-json, or define a bean of type dev.baton.spring.Payloads.");
        }
        return found;
    }

    @Bean
    JobRunner batonJobRunner(
            Baton baton,
            BatonProperties properties,
            JobMethods methods,
            ObjectProvider<JobListener> listeners,
            ObjectProvider<JobObserver> observers) {
        BiFunction<String, JobHandler, JobHandler> plain = (name, handler) -> handler;
        return new JobRunner(
                baton,
                properties.getJobs(),
                methods,
                listeners.orderedStream().toList(),
                observers.stream()
                        .findFirst()
                        .<BiFunction<String, JobHandler, JobHandler>>map(o -> o)
                        .orElse(plain));
    }

    @Bean
    JobQueue batonJobQueue(DataSources sources, JobRunner runner, ObjectProvider<Payloads> payloads) {
        return new JobQueue(sources.application(), runner::jobs, () -> payloads(payloads));
    }

    /** Puts something around handlers. */
    interface JobObserver extends BiFunction<String, JobHandler, JobHandler> {}

    /** Jackson 2. */
    @Configuration(proxyBeanMethods = false)
    @ConditionalOnClass(name = "com.fasterxml.jackson.databind.ObjectMapper")
    static class Jackson2 {
        @Bean
        @ConditionalOnMissingBean(Payloads.class)
        @ConditionalOnBean(com.fasterxml.jackson.databind.ObjectMapper.class)
        Payloads batonPayloads(com.fasterxml.jackson.databind.ObjectMapper mapper) {
            return Jackson2Payloads.of(mapper);
        }
    }

    /** Jackson 3. */
    @Configuration(proxyBeanMethods = false)
    @ConditionalOnClass(name = "tools.jackson.databind.json.JsonMapper")
    static class Jackson3 {
        @Bean
        @ConditionalOnMissingBean(Payloads.class)
        @ConditionalOnBean(tools.jackson.databind.json.JsonMapper.class)
        Payloads batonPayloads3(tools.jackson.databind.json.JsonMapper mapper) {
            return Jackson3Payloads.of(mapper);
        }
    }

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
