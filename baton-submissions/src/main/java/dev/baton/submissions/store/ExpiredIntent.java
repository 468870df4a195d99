package dev.baton.submissions.store;

/** An intent whose deadline had passed before an attempt could start. */
public record ExpiredIntent(String intentId, String target, long ageMillis) {}
