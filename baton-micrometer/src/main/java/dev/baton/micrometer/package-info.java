/**
 * Metrics by way of Micrometer. Each class is a listener: give it to the builder of what it measures, and it registers
 * everything from the start, at zero.
 *
 * <pre>{@code
 * Baton baton = Baton.on(dataSource).listener(new LeadershipMetrics(registry)).start();
 * Jobs jobs = Jobs.on(baton).listener(new JobMetrics(registry)).start();
 * }</pre>
 *
 * <p>On a Prometheus registry, {@link dev.baton.micrometer.ExactNames#on} comes first.
 *
 * <p>{@link dev.baton.micrometer.Metric} lists them all by the names that Prometheus shows. Labels are roles, jobs and
 * enumerations: no label carries an id, and names that clients invent end up as {@code other}.
 */
package dev.baton.micrometer;
