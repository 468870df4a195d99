package dev.baton.architecture.planted.circle.first;

import dev.baton.architecture.planted.circle.second.End;

/** On the way around. */
public record Middle(End next) {}
