package dev.baton.spring.election;

import dev.baton.Backoff;
import dev.baton.LeadershipListener;
import dev.baton.spring.BatonCustomizer;
import dev.baton.spring.datasource.CommitMarks;
import dev.baton.spring.datasource.DataSources;
import dev.baton.spring.datasource.TransactionManagers;
import dev.baton.spring.properties.BatonProperties;
import dev.baton.spring.properties.ElectionProperties;
import dev.baton.spring.properties.ElectionProperties.DisabledMode;
import dev.baton.spring.properties.NodeProperties;
import dev.baton.spring.properties.SchemaProperties.SchemaMode;
import dev.baton.sql.Baton;
import dev.baton.sql.BatonBuilder;
import dev.baton.sql.schema.SchemaComponent;
import dev.baton.sql.schema.TableNames;
import java.util.Optional;
import javax.sql.DataSource;
import org.springframework.beans.factory.ListableBeanFactory;
import org.springframework.beans.factory.ObjectProvider;
import org.springframework.beans.factory.config.BeanDefinition;
import org.springframework.boot.LazyInitializationExcludeFilter;
import org.springframework.boot.autoconfigure.AutoConfiguration;
import org.springframework.boot.autoconfigure.condition.ConditionalOnMissingBean;
import org.springframework.boot.autoconfigure.condition.ConditionalOnProperty;
import org.springframework.boot.context.properties.EnableConfigurationProperties;
import org.springframework.boot.sql.init.dependency.DependsOnDatabaseInitialization;
import org.springframework.context.ApplicationEventPublisher;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Lazy;
import org.springframework.context.annotation.Role;
import org.springframework.core.env.Environment;

/** Leadership from the application's own {@code DataSource}. */
@AutoConfiguration(
        afterName = {
            "org.springframework.boot.autoconfigure.jdbc.DataSourceAutoConfiguration",
            "org.springframework.boot.autoconfigure.jdbc.DataSourceTransactionManagerAutoConfiguration",
            "org.springframework.boot.autoconfigure.orm.jpa.HibernateJpaAutoConfiguration",
            "org.springframework.boot.jdbc.autoconfigure.DataSourceAutoConfiguration",
            "org.springframework.boot.jdbc.autoconfigure.DataSourceTransactionManagerAutoConfiguration",
            "org.springframework.boot.hibernate.autoconfigure.HibernateJpaAutoConfiguration"
        })
@ConditionalOnProperty(prefix = "baton", name = "enabled", matchIfMissing = true)
@EnableConfigurationProperties(BatonProperties.class)
public class BatonAutoConfiguration {

    @Bean
    DataSources batonDataSources(ListableBeanFactory beans, BatonProperties properties) {
        return new DataSources(beans, properties);
    }

    @Bean
    ApplicationEvents batonApplicationEvents(ApplicationEventPublisher publisher) {
        return new ApplicationEvents(publisher);
    }

    /** After Flyway, Liquibase and scripts: with mode NEVER they bring the tables. */
    @Bean(destroyMethod = "close")
    @ConditionalOnMissingBean
    @DependsOnDatabaseInitialization
    Baton baton(
            DataSources sources,
            BatonProperties properties,
            Environment environment,
            ObjectProvider<SchemaComponent> components,
            ObjectProvider<LeadershipListener> listeners,
            ObjectProvider<BatonCustomizer> customizers) {
        BatonBuilder builder = Baton.on(sources.application()).leadership(sources.leadership());
        clusterName(environment).ifPresent(builder::hostNode);
        node(builder, properties.getNode());
        election(builder, properties.getElection());
        builder.tables(new TableNames(
                properties.getSchema().getName(), properties.getSchema().getPrefix()));
        if (properties.getSchema().getMode() == SchemaMode.NEVER) {
            builder.checkSchemaOnly();
        }
        components.orderedStream().forEach(builder::component);
        listeners.orderedStream().forEach(builder::listener);
        customizers.orderedStream().forEach(customizer -> customizer.customize(builder));
        return builder.start();
    }

    /** What instances of one application, or of several on one database, have in common. */
    private static Optional<String> clusterName(Environment environment) {
        return Optional.ofNullable(environment.getProperty("spring.datasource.url"))
                .or(() -> Optional.ofNullable(environment.getProperty("spring.application.name")));
    }

    private static void node(BatonBuilder builder, NodeProperties node) {
        if (node.getId() != null) {
            builder.node(node.getId());
        }
        if (node.isObserver()) {
            builder.observer();
        }
        if (node.isPrefer()) {
            builder.preferred();
        }
    }

    private static void election(BatonBuilder builder, ElectionProperties election) {
        builder.namespace(election.getNamespace())
                .backoff(new Backoff(election.getBackoffMin(), election.getBackoffMax(), election.getErrorBackoffMax()))
                .drainTimeout(election.getDrainTimeout())
                .staleThreshold(election.getEpochStaleThreshold())
                .recordLeasesEvery(election.getLockRecordInterval())
                .channel(election.getListenChannel());
        if (election.getHolderId() != null) {
            builder.holderId(election.getHolderId());
        }
        if (!election.isEnabled()) {
            if (election.getDisabledMode() == DisabledMode.ALWAYS_LEADER) {
                builder.disabledAsLeader();
            } else {
                builder.disabledAsFollower();
            }
        }
        if (election.isSharedSessions()) {
            builder.sharedSessions();
        }
        CandidacyMapping.common(election).ifPresent(builder::strategy);
    }

    @Bean
    LeaderCampaigns batonLeaders(Baton baton, BatonProperties properties, RequestedRoles roles) {
        return new LeaderCampaigns(baton, properties, roles);
    }

    /** Lazy: an application that fences nothing needs no transaction manager. */
    @Bean
    @Lazy
    FencedTransactions batonFenced(
            Baton baton, LeaderCampaigns leaders, DataSources sources, ListableBeanFactory beans) {
        DataSource source = sources.application();
        return new FencedTransactions(baton, leaders, source, new TransactionManagers(beans, source));
    }

    /** With lazy initialization nobody would ever ask for them, and so nobody stand for their roles or run their jobs. */
    @Bean
    static LazyInitializationExcludeFilter batonEagerBeans() {
        return (name, definition, type) -> EagerBeans.isEager(type);
    }

    @Bean
    @Role(BeanDefinition.ROLE_INFRASTRUCTURE)
    static CommitMarks batonCommitMarks() {
        return new CommitMarks();
    }

    @Bean
    @Role(BeanDefinition.ROLE_INFRASTRUCTURE)
    static RequestedRoles batonRoles() {
        return new RequestedRoles();
    }

    @Bean
    @Role(BeanDefinition.ROLE_INFRASTRUCTURE)
    static FencedMethods batonFencedMethods(ObjectProvider<FencedTransactions> fenced) {
        return new FencedMethods(fenced::getObject);
    }

    @Bean
    @Role(BeanDefinition.ROLE_INFRASTRUCTURE)
    static LeaderOnlyPostProcessor batonLeaderOnly(
            RequestedRoles roles, ObjectProvider<LeaderCampaigns> leaders, FencedMethods fencedMethods) {
        return new LeaderOnlyPostProcessor(roles, role -> leaders.getObject().standingFor(role), fencedMethods);
    }
}
