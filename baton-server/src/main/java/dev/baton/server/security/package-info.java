/** Who may do what: tokens, cookies, and the checks that stand in for them on loopback. */
package dev.baton.server.security;
