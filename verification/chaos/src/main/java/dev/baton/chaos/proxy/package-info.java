/** What can go wrong on the way to a database. */
package dev.baton.chaos.proxy;
