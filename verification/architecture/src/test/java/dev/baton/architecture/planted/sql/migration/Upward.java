package dev.baton.architecture.planted.sql.migration;

import dev.baton.architecture.planted.sql.Facade;

/** Looks up to what stands on it. */
public record Upward(Facade facade) {}
