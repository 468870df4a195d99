/** Baton on a SQL database: elections, and the fence inside the writer's own transaction. Begin with {@link dev.baton.sql.Baton}. */
package dev.baton.sql;
