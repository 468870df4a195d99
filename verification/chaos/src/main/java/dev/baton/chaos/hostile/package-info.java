/** All attacks of the threat model at once, from several addresses of this machine, against real nodes. */
package dev.baton.chaos.hostile;
