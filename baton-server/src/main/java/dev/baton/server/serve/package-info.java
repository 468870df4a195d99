/** The life of a {@code serve}: database, node and HTTP, started and ended in order. */
package dev.baton.server.serve;
