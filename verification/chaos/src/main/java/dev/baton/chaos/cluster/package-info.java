/** The processes of a run: PostgreSQL, the gateway, and nodes behind a proxy each. */
package dev.baton.chaos.cluster;
