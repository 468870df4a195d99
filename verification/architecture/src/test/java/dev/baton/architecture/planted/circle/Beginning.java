package dev.baton.architecture.planted.circle;

import dev.baton.architecture.planted.circle.first.Middle;

/** Leads to the middle, which leads to the end, which leads back here. */
public record Beginning(Middle next) {}
