/**
 * Small programs that use Baton. What stands between {@code region} and {@code endregion} is shown in the documentation,
 * word for word: a test compares them.
 */
package dev.baton.examples;
