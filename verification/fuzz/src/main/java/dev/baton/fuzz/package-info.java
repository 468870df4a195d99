/**
 * Inputs made to hurt. Each {@link dev.baton.fuzz.FuzzTarget} takes bytes as a stranger might send them and says with an exception
 * when the program did something that no input may cause. Jazzer makes the bytes and looks where they lead
 * ({@code ./baton fuzz}); every build replays those that are kept under {@code corpus}.
 */
package dev.baton.fuzz;
