/** Named statements, bounded connections, transactions: the little that JDBC leaves to be done. */
package dev.baton.sql.jdbc;
