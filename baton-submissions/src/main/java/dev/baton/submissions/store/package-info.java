/** Intents and attempts in the database. Every statement is a resource beside this package. */
package dev.baton.submissions.store;
