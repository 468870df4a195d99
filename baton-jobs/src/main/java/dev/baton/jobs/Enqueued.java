package dev.baton.jobs;

import java.util.UUID;

/**
 * A job that is stored.
 *
 * @param fresh whether it was stored now; false if one with its unique key was there already, whose id this is
 */
public record Enqueued(UUID id, boolean fresh) {}
