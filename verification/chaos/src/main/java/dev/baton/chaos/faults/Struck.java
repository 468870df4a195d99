package dev.baton.chaos.faults;

import java.util.Map;

/**
 * A fault as it happened.
 *
 * @param node whom it hit; empty: the database, or all nodes
 * @param began when it hit, by {@link System#nanoTime()}
 * @param healed when it was over
 * @param led the roles that the node led then, with their epochs; all roles if it hit everybody
 */
public record Struck(Kind kind, String node, long began, long healed, Map<String, Long> led) {}
