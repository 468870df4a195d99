/** The two strategies on SQL: a lease row behind any pooler, and a session lock on a dedicated connection. */
package dev.baton.sql.election;
