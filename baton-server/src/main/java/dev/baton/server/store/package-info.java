/** What the server itself keeps in and reads from the database: operators' commands, the audit, sessions, the cluster at a glance. */
package dev.baton.server.store;
