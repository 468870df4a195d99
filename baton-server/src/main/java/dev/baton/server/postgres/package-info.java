/**
 * A PostgreSQL of our own in a data folder: real and durable, on loopback, shared by every process that is given the same
 * folder. The server is a process of its own; it outlives whoever started it and is stopped by the last one to leave.
 */
package dev.baton.server.postgres;
