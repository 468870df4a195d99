package dev.baton.architecture.planted.testkit;

/** A test tool. */
public record Tool() {}
