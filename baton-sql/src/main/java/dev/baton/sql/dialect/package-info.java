/** What differs between databases beyond the words of their statements. */
package dev.baton.sql.dialect;
