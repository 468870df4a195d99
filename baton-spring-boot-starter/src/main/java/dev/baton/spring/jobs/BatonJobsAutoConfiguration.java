package dev.baton.spring.jobs;

import dev.baton.Tracing;
import dev.baton.jobs.JobListener;
import dev.baton.jobs.Jobs;
import dev.baton.jobs.JobsSchema;
import dev.baton.spring.BatonJob;
import dev.baton.spring.Payloads;
import dev.baton.spring.datasource.DataSources;
import dev.baton.spring.election.BatonAutoConfiguration;
import dev.baton.spring.election.EagerBeans;
import dev.baton.spring.election.RequestedRoles;
import dev.baton.spring.payloads.BatonPayloadsAutoConfiguration;
import dev.baton.spring.properties.BatonProperties;
import dev.baton.spring.tracing.BatonObservationAutoConfiguration;
import dev.baton.sql.Baton;
import dev.baton.sql.schema.SchemaComponent;
import org.springframework.beans.factory.ObjectProvider;
import org.springframework.beans.factory.config.BeanDefinition;
import org.springframework.boot.LazyInitializationExcludeFilter;
import org.springframework.boot.autoconfigure.AutoConfiguration;
import org.springframework.boot.autoconfigure.condition.ConditionalOnClass;
import org.springframework.boot.autoconfigure.condition.ConditionalOnProperty;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Role;
import org.springframework.core.annotation.AnnotatedElementUtils;
import org.springframework.util.ClassUtils;

/** Jobs, where {@code baton-jobs} is on the class path. */
@AutoConfiguration(
        after = {
            BatonAutoConfiguration.class,
            BatonPayloadsAutoConfiguration.class,
            BatonObservationAutoConfiguration.class
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

    /** With lazy initialization nobody would ever ask for them. */
    @Bean
    static LazyInitializationExcludeFilter batonEagerJobs() {
        return (name, definition, type) -> EagerBeans.hasMethod(
                ClassUtils.getUserClass(type), method -> AnnotatedElementUtils.hasAnnotation(method, BatonJob.class));
    }

    @Bean
    JobRunner batonJobRunner(
            Baton baton,
            BatonProperties properties,
            JobMethods methods,
            RequestedRoles roles,
            ObjectProvider<JobListener> listeners,
            ObjectProvider<Tracing> tracing) {
        roles.ownedElsewhere(JobRunner.DUTIES);
        return new JobRunner(
                baton,
                properties,
                methods,
                listeners.orderedStream().toList(),
                tracing.getIfAvailable(() -> Tracing.NONE));
    }

    @Bean
    TransactionalJobQueue batonJobQueue(DataSources sources, JobRunner runner, ObjectProvider<Payloads> payloads) {
        return new TransactionalJobQueue(
                sources.application(), runner::jobs, () -> BatonPayloadsAutoConfiguration.required(payloads));
    }
}
