/** Clients, a writer that takes its time, and the gateway. */
package dev.baton.chaos.workload;
