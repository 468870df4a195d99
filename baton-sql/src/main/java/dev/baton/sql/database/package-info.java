/** The database as this process knows it: which one it is, how it is reached, and whether it can do what is relied on. */
package dev.baton.sql.database;
