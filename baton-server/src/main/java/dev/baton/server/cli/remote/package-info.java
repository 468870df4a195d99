/** A node, as the commands for operators talk to it. */
package dev.baton.server.cli.remote;
