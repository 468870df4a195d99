package dev.baton.spring;

import dev.baton.shards.ShardsBuilder;

/** Changes the builder of a group of shards after properties and annotations have been applied. Every bean of this type is asked. */
@FunctionalInterface
public interface ShardsCustomizer {
    void customize(String group, ShardsBuilder builder);
}
