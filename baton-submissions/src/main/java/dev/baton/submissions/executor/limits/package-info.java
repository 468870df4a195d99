/** What a gateway bears: calls at once, calls per second, and a pause after too many failures. */
package dev.baton.submissions.executor.limits;
