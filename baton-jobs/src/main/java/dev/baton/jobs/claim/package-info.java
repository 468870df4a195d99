/**
 * A claim in the memory of the process that has it: what it got, until when it may be trusted, how its run ended and what
 * becomes of the job. Talks to no database and starts no thread.
 */
package dev.baton.jobs.claim;
