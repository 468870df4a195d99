/** Refuses a shared pool that elections would empty. */
package dev.baton.spring.poolsize;
