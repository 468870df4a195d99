/** Clients that hand in and clients that look, a writer that takes its time, and the gateway. */
package dev.baton.chaos.workload;
