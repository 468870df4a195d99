/** One node: leadership, submissions, jobs and alerts of a process, wired in one place. */
package dev.baton.server.node;
