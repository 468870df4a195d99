/** Jobs whose work is not Java: HTTP calls and commands, as the node's own configuration names them and nobody else. */
package dev.baton.server.work;
