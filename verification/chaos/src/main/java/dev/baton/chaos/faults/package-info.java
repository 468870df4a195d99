/** What happens to nodes and database, drawn from a seed. */
package dev.baton.chaos.faults;
