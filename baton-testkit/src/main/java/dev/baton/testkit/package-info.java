/**
 * Databases, faults and instances to test leadership with. For those who write a dialect of their own: extend
 * {@link dev.baton.testkit.contract.DatabaseContract} and see whether it holds.
 */
package dev.baton.testkit;
