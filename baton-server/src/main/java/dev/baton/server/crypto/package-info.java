/** Hashes and random secrets, on the JDK alone. */
package dev.baton.server.crypto;
