/** Metrics, where {@code baton-micrometer} is on the class path. */
package dev.baton.spring.metrics;
