/** What the threads of one term share: under which token they act, with what, and how they write. */
package dev.baton.submissions.executor.term;
