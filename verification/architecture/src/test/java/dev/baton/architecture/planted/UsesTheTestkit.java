package dev.baton.architecture.planted;

import dev.baton.architecture.planted.testkit.Tool;

/** A library type that needs a test tool. */
public record UsesTheTestkit(Tool tool) {}
