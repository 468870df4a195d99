package dev.baton.failures.driver;

/**
 * How an instance is connected.
 *
 * @param state as what its pool lends connections
 * @param bug what was put back in to be found; {@link PlantedBug#NONE} otherwise
 * @param impatient whether the server soon tells who waits for a lock that there is none to be had
 * @param death told when the instance dies
 */
public record Wiring(LentState state, PlantedBug bug, boolean impatient, Runnable death) {}
