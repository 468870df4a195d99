/**
 * Violations on purpose. The packages below mirror those of {@code dev.baton}, and each class breaks a rule that the
 * tests of the package above must catch.
 */
package dev.baton.architecture.planted;
