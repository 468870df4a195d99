/** The recipe for Quarkus: {@code examples/recipes/quarkus.md}. Compiled in every build, not run. */
package dev.baton.examples.quarkus;
