package dev.baton.spring.shards;

import dev.baton.shards.ShardGroups;
import dev.baton.shards.Shards;
import dev.baton.shards.ShardsSchema;
import dev.baton.spring.Fenced;
import dev.baton.spring.ShardsCustomizer;
import dev.baton.spring.election.BatonAutoConfiguration;
import dev.baton.spring.election.FencedMethods;
import dev.baton.spring.election.RequestedRoles;
import dev.baton.spring.properties.BatonProperties;
import dev.baton.sql.Baton;
import dev.baton.sql.schema.SchemaComponent;
import org.springframework.beans.factory.ObjectProvider;
import org.springframework.beans.factory.config.BeanDefinition;
import org.springframework.boot.LazyInitializationExcludeFilter;
import org.springframework.boot.autoconfigure.AutoConfiguration;
import org.springframework.boot.autoconfigure.condition.ConditionalOnClass;
import org.springframework.boot.autoconfigure.condition.ConditionalOnMissingBean;
import org.springframework.boot.autoconfigure.condition.ConditionalOnProperty;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Role;
import org.springframework.util.ClassUtils;

/** Roles that are divided, where {@code baton-shards} is on the class path. */
@AutoConfiguration(after = BatonAutoConfiguration.class)
@ConditionalOnClass(Shards.class)
@ConditionalOnProperty(
        name = {"baton.enabled", "baton.shards.enabled"},
        matchIfMissing = true)
public class BatonShardsAutoConfiguration {

    @Bean
    SchemaComponent batonShardsSchema() {
        return ShardsSchema.COMPONENT;
    }

    @Bean
    @Role(BeanDefinition.ROLE_INFRASTRUCTURE)
    static RequestedShards batonRequestedShards(ObjectProvider<Fenced> fenced, FencedMethods fencedMethods) {
        return new RequestedShards(fenced::getObject, fencedMethods);
    }

    /** With lazy initialization nobody would ever ask for them. */
    @Bean
    static LazyInitializationExcludeFilter batonEagerShards() {
        return (name, definition, type) -> RequestedShards.isAnnotated(ClassUtils.getUserClass(type));
    }

    @Bean
    ShardRunner batonShardRunner(
            Baton baton,
            BatonProperties properties,
            RequestedShards requested,
            RequestedRoles roles,
            ObjectProvider<ShardsCustomizer> customizers) {
        return new ShardRunner(
                baton, properties, requested, roles, customizers.orderedStream().toList());
    }

    /** All groups of the database, by whichever program they are led. */
    @Bean
    @ConditionalOnMissingBean
    ShardGroups batonShardGroups(Baton baton) {
        return new ShardGroups(baton);
    }

    @Bean
    ShardHealth batonShardHealth(ShardRunner runner) {
        return new ShardHealth(runner);
    }
}
