/** A node of a run: the server as it is, and an application on the library. */
package dev.baton.chaos.node;
