package dev.baton.architecture.planted.circle.second;

import dev.baton.architecture.planted.circle.Beginning;

/** Closes the circle. */
public record End(Beginning next) {}
