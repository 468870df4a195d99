/** Observations and spans, where the application observes or traces. */
package dev.baton.spring.tracing;
