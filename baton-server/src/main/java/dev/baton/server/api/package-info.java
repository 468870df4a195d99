/** The HTTP API: what can be asked of a node, and how it answers. */
package dev.baton.server.api;
