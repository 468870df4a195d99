package dev.baton.architecture.planted;

import org.assertj.core.api.Condition;

/** A core type that brings a library along. */
public record Stranger(Condition<String> condition) {}
