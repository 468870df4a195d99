/** Chaos for a role that is divided: processes that share its shards, a ledger of all they do, and faults. */
package dev.baton.chaos.shards;
