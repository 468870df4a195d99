/**
 * What names, times and payloads must be like. Knows nothing else of jobs, so that the API can use it as well as what is
 * behind it.
 */
package dev.baton.jobs.check;
