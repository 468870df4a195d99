/** One node: everything that runs in a {@code serve}, wired in one place, started and ended in order. */
package dev.baton.server.node;
