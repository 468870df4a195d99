/** An attempt from its recorded start over the call to its recorded outcome, and what a former leader left unfinished. */
package dev.baton.submissions.executor.attempts;
