/** Real processes that stand for a role, to be killed and paused by tests. */
package dev.baton.testkit.process;
