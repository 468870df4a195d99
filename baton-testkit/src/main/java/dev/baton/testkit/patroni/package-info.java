/** A PostgreSQL cluster under Patroni, whose members can be killed, stopped and switched over. */
package dev.baton.testkit.patroni;
