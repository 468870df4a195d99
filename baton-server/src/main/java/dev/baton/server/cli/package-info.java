/** The commands. Each prints an answer to stdout, or one sentence to stderr and exits 1; wrong usage exits 2. */
package dev.baton.server.cli;
