package dev.baton.architecture.planted;

import dev.baton.architecture.planted.election.Machinery;

/** An API type that pulls in the election. */
public record ApiWithMachinery(Machinery machinery) {}
