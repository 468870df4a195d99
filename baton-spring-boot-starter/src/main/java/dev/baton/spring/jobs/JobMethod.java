package dev.baton.spring.jobs;

import dev.baton.jobs.JobContext;
import dev.baton.jobs.JobHandler;
import dev.baton.jobs.PayloadException;
import dev.baton.spring.BatonJob;
import dev.baton.spring.BatonSetupException;
import dev.baton.spring.Payloads;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Method;
import java.lang.reflect.Parameter;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.function.Supplier;

/** A {@link BatonJob} method as a handler. */
final class JobMethod implements JobHandler {

    private final Object bean;
    private final Method method;
    private final Supplier<Payloads> payloads;
    private final Parameter[] parameters;

    JobMethod(Object bean, Method method, Supplier<Payloads> payloads) {
        this.bean = bean;
        this.method = method;
        this.payloads = payloads;
        this.parameters = method.getParameters();
        List<Parameter> read = Arrays.stream(parameters)
                .filter(parameter -> parameter.getType() != JobContext.class)
                .toList();
        if (read.size() > 1) {
            throw new BatonSetupException(
                    "@BatonJob on " + where() + " takes two payloads: " + types(read) + ".",
                    "A job has one payload: put what it needs into one record, and take that.");
        }
        method.setAccessible(true);
    }

    String where() {
        return method.getDeclaringClass().getSimpleName() + "." + method.getName();
    }

    private static String types(List<Parameter> parameters) {
        return String.join(
                ", ", parameters.stream().map(p -> p.getType().getSimpleName()).toList());
    }

    @Override
    public void run(JobContext context) throws Exception {
        Object[] arguments = new Object[parameters.length];
        for (int i = 0; i < parameters.length; i++) {
            arguments[i] = parameters[i].getType() == JobContext.class ? context : payload(context, parameters[i]);
        }
        try {
            method.invoke(bean, arguments);
        } catch (InvocationTargetException e) {
            throw Optional.ofNullable(e.getCause())
                    .filter(Exception.class::isInstance)
                    .map(Exception.class::cast)
                    .orElse(e);
        }
    }

    private Object payload(JobContext context, Parameter parameter) {
        try {
            return payloads.get().read(context.payload(), parameter.getParameterizedType());
        } catch (Exception e) {
            throw new PayloadException(
                    "the payload is no " + parameter.getType().getSimpleName() + ": " + e.getMessage(), e);
        }
    }
}
