/** What the processes of a run wrote down. */
package dev.baton.chaos.history;
