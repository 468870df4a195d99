/** Crontabs, and what of {@code baton.toml} does the same. */
package dev.baton.server.crontab;
