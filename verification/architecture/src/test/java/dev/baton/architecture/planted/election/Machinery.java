package dev.baton.architecture.planted.election;

/** Stands for the election. */
public record Machinery() {}
