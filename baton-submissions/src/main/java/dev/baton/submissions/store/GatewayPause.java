package dev.baton.submissions.store;

import java.time.Duration;

/**
 * A gateway that no node of a divided executor calls for a while.
 *
 * @param holderId the process that found it failing
 * @param left how long still, by the database's clock
 */
public record GatewayPause(String gateway, String holderId, Duration left) {}
