package dev.baton.spi;

import dev.baton.Strategy;
import java.time.Duration;
import java.util.Optional;

/** A row of epoch 7 on timeline 1, held by somebody else. */
final class LeaseRowBuilder {
    private final Strategy strategy;
    private String label;
    private String holder = "you";
    private Duration trust;
    private boolean expired;
    private Duration age;
    private long scopeKey;
    private boolean released;
    private Optional<String> reservedFor = Optional.empty();
    private long timeline = 1;
    private long epoch = 7;

    LeaseRowBuilder(Strategy strategy) {
        this.strategy = strategy;
        this.label = strategy.label();
        this.trust = strategy.trustWindow();
    }

    /** It names no strategy, as what somebody inserted who knew of none. */
    LeaseRowBuilder byHand() {
        label = "";
        return this;
    }

    LeaseRowBuilder holder(String id) {
        holder = id;
        return this;
    }

    LeaseRowBuilder trust(Duration window) {
        trust = window;
        return this;
    }

    LeaseRowBuilder expired(boolean is) {
        expired = is;
        return this;
    }

    LeaseRowBuilder released(boolean is) {
        released = is;
        return this;
    }

    LeaseRowBuilder reservedFor(String node) {
        reservedFor = Optional.of(node);
        return this;
    }

    LeaseRowBuilder age(Duration is) {
        age = is;
        return this;
    }

    LeaseRowBuilder scopeKey(long is) {
        scopeKey = is;
        return this;
    }

    LeaseRowBuilder timeline(long is) {
        timeline = is;
        return this;
    }

    LeaseRowBuilder epoch(long is) {
        epoch = is;
        return this;
    }

    Optional<LeaseRow> build() {
        Duration since = age != null ? age : expired ? strategy.lease() : Duration.ofSeconds(1);
        Duration remaining = expired ? Duration.ofMillis(-1) : Duration.ofSeconds(1);
        return Optional.of(new LeaseRow(
                holder,
                "n0",
                epoch,
                label,
                strategy.takeover().label(),
                strategy.lease(),
                trust,
                expired,
                remaining,
                since,
                released,
                reservedFor,
                timeline,
                scopeKey,
                "",
                Optional.empty()));
    }
}
