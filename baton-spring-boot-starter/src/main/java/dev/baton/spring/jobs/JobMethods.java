package dev.baton.spring.jobs;

import dev.baton.jobs.JobDefinition;
import dev.baton.jobs.JobHandler;
import dev.baton.jobs.JobsBuilder;
import dev.baton.jobs.RetryPolicy;
import dev.baton.jobs.Schedule;
import dev.baton.spring.BatonJob;
import dev.baton.spring.BatonSetupException;
import dev.baton.spring.Payloads;
import java.lang.reflect.Method;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Supplier;
import java.util.stream.Stream;
import org.springframework.aop.support.AopUtils;
import org.springframework.beans.factory.config.BeanPostProcessor;
import org.springframework.boot.convert.DurationStyle;
import org.springframework.context.EmbeddedValueResolverAware;
import org.springframework.core.MethodIntrospector;
import org.springframework.core.annotation.AnnotatedElementUtils;
import org.springframework.util.StringValueResolver;

/** Gathers {@link BatonJob} methods while beans are made, and hands them to the builder when all are. */
final class JobMethods implements BeanPostProcessor, EmbeddedValueResolverAware {

    private record Found(BatonJob job, JobMethod method) {}

    private final Supplier<Payloads> payloads;
    private final List<Found> found = new ArrayList<>();
    private StringValueResolver values = value -> value;

    JobMethods(Supplier<Payloads> payloads) {
        this.payloads = payloads;
    }

    @Override
    public void setEmbeddedValueResolver(StringValueResolver resolver) {
        this.values = resolver;
    }

    @Override
    public Object postProcessAfterInitialization(Object bean, String beanName) {
        Map<Method, BatonJob> methods = MethodIntrospector.selectMethods(
                AopUtils.getTargetClass(bean), (MethodIntrospector.MetadataLookup<BatonJob>)
                        method -> AnnotatedElementUtils.findMergedAnnotation(method, BatonJob.class));
        methods.forEach((method, job) -> found.add(new Found(
                job, new JobMethod(bean, AopUtils.selectInvocableMethod(method, bean.getClass()), payloads))));
        return bean;
    }

    void register(JobsBuilder builder) {
        for (Found one : found) {
            try {
                register(builder, one);
            } catch (IllegalArgumentException e) {
                throw new BatonSetupException(
                        "@BatonJob on " + one.method().where() + ": " + e.getMessage() + ".",
                        "Change that annotation.");
            }
        }
    }

    private void register(JobsBuilder builder, Found one) {
        String name = values.resolveStringValue(one.job().value());
        JobHandler handler = one.method();
        if (one.job().attempts() > 0) {
            RetryPolicy usual = RetryPolicy.DEFAULT;
            builder.handler(
                    name, handler, RetryPolicy.exponential(one.job().attempts(), usual.delay(), usual.maxDelay()));
        } else {
            builder.handler(name, handler);
        }
        schedule(one.job()).ifPresent(schedule -> builder.define(JobDefinition.of(name, schedule)));
    }

    private Optional<Schedule> schedule(BatonJob job) {
        String every = values.resolveStringValue(job.every());
        String after = values.resolveStringValue(job.after());
        String cron = values.resolveStringValue(job.cron());
        if (Stream.of(every, after, cron).filter(text -> !text.isEmpty()).count() > 1) {
            throw new IllegalArgumentException("it has several schedules: set one of every, after and cron");
        }
        if (!every.isEmpty()) {
            return Optional.of(Schedule.every(duration(every)));
        }
        if (!after.isEmpty()) {
            return Optional.of(Schedule.after(duration(after)));
        }
        return cron.isEmpty()
                ? Optional.empty()
                : Optional.of(Schedule.cron(cron, values.resolveStringValue(job.zone()))
                        .catchingUp(job.catchUp()));
    }

    private static Duration duration(String text) {
        return DurationStyle.detectAndParse(text);
    }
}
