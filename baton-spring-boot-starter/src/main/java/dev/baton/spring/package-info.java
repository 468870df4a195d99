/**
 * Baton in a Spring Boot application. {@link dev.baton.spring.LeaderOnly} marks what one instance at a time may do,
 * {@link dev.baton.spring.Fenced} runs transactional code under a token, {@link dev.baton.spring.BatonJob} marks what
 * runs jobs. Everything is switched on by what is on the class path and set by {@code baton.*} properties.
 *
 * <p>Here is what applications name or inject; the packages below make it, one for each thing that is configured, with
 * its auto-configuration. They only map properties and annotations to the builders of the libraries. Elections never join
 * the caller's transaction; fenced writes always do.
 */
package dev.baton.spring;
