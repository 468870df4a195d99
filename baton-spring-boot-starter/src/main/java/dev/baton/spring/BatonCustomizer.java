package dev.baton.spring;

import dev.baton.sql.BatonBuilder;

/** Changes the builder after the properties have been applied. Every bean of this type is asked. */
@FunctionalInterface
public interface BatonCustomizer {
    void customize(BatonBuilder builder);
}
