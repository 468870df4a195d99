/** What the server itself keeps in and reads from the database: operators' commands, the audit, the cluster at a glance. */
package dev.baton.server.store;
