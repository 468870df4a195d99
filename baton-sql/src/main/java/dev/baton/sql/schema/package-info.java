/** What is said of a schema: where its tables are, what it is made of, how far it has come. */
package dev.baton.sql.schema;
