/** A node as users run it, the jar in a process of its own: how soon it is ready, what it costs idle, how fast it answers. */
package dev.baton.bench.server;
