/** Numbered migrations: printed, checked, applied under a lock. */
package dev.baton.sql.migration;
