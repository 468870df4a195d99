/**
 * Builds everything from what a program has configured, and hands it out behind the API. The only package that knows all
 * others, and the only one that nobody imports: the API finds it as a service.
 */
package dev.baton.jobs.wiring;
