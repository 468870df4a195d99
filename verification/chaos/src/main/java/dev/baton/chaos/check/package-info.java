/** Reads the history of a run and says what was wrong. */
package dev.baton.chaos.check;
