package dev.baton.jobs;

import java.util.List;
import java.util.Optional;

/** Some of many jobs, and where the next ones begin. */
public record JobPage(List<JobView> items, Optional<String> nextCursor) {}
