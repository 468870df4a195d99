package dev.baton.spring.poolsize;

import dev.baton.spring.datasource.DataSources;
import dev.baton.spring.election.BatonAutoConfiguration;
import dev.baton.spring.election.RequestedRoles;
import dev.baton.spring.properties.BatonProperties;
import dev.baton.sql.Baton;
import org.springframework.beans.factory.ObjectProvider;
import org.springframework.boot.autoconfigure.AutoConfiguration;
import org.springframework.boot.autoconfigure.condition.ConditionalOnClass;
import org.springframework.boot.autoconfigure.condition.ConditionalOnProperty;
import org.springframework.boot.jdbc.metadata.CompositeDataSourcePoolMetadataProvider;
import org.springframework.boot.jdbc.metadata.DataSourcePoolMetadata;
import org.springframework.boot.jdbc.metadata.DataSourcePoolMetadataProvider;
import org.springframework.context.annotation.Bean;

/** Looks whether a shared pool is large enough, where Spring Boot knows how large it is. */
@AutoConfiguration(after = BatonAutoConfiguration.class)
@ConditionalOnClass(DataSourcePoolMetadataProvider.class)
@ConditionalOnProperty(prefix = "baton", name = "enabled", matchIfMissing = true)
public class BatonPoolAutoConfiguration {

    @Bean
    PoolSizeCheck batonPoolSizeCheck(
            DataSources sources,
            Baton baton,
            BatonProperties properties,
            RequestedRoles roles,
            ObjectProvider<DataSourcePoolMetadataProvider> providers) {
        return new PoolSizeCheck(sources, baton, properties, roles, source -> {
            DataSourcePoolMetadata pool = new CompositeDataSourcePoolMetadataProvider(
                            providers.orderedStream().toList())
                    .getDataSourcePoolMetadata(source);
            return pool == null ? null : pool.getMax();
        });
    }
}
