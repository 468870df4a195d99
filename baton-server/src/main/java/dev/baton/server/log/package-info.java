/** Logs: JSON lines for machines, readable text on a terminal. */
package dev.baton.server.log;
