package dev.baton.spring;

import java.lang.annotation.Documented;
import java.lang.annotation.ElementType;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;

/**
 * The method of a bean that runs jobs of a name: one-off ones, and recurring ones if it has a schedule. It takes nothing,
 * the {@code JobContext} of its run, one payload of any type that the application's JSON mapper can read, or both.
 * Returning completes the run, throwing fails it. The JSON as it stands is {@code JobContext.payload()}.
 */
@Documented
@Retention(RetentionPolicy.RUNTIME)
@Target(ElementType.METHOD)
public @interface BatonJob {

    /** The name of the job; may contain placeholders, as all of these may. */
    String value();

    /** Recurring: every so often, counted from the start of a run; such as {@code 10m} or {@code PT10M}. */
    String every() default "";

    /** Recurring: a pause between the end of one run and the start of the next. */
    String after() default "";

    /** Recurring: by the calendar, each tick exactly once across the cluster. */
    String cron() default "";

    /** The time zone of {@link #cron()}. */
    String zone() default "UTC";

    /** How many ticks that were missed, the latest ones, are made up for; with 0 one that is a minute late is skipped. */
    int catchUp() default 1;

    /** How many times a failing one-off job is tried; 0 for the default of ten. */
    int attempts() default 0;
}
