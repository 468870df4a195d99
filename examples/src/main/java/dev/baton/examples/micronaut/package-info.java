/** The recipe for Micronaut: {@code examples/recipes/micronaut.md}. Compiled in every build, not run. */
package dev.baton.examples.micronaut;
