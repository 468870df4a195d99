package dev.baton.alerts;

import java.time.Instant;
import java.util.List;
import java.util.OptionalDouble;

/** The values of some curves at one moment, in the order in which they were asked for; empty where nothing is known. */
public record CurvePoint(Instant at, List<OptionalDouble> values) {}
