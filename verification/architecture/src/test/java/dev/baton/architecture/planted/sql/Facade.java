package dev.baton.architecture.planted.sql;

/** Stands for the library's own face. */
public record Facade() {}
