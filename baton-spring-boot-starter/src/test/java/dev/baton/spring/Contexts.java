package dev.baton.spring;

import dev.baton.testkit.PostgresDatabase;
import java.util.ArrayList;
import java.util.List;
import org.springframework.boot.SpringApplication;
import org.springframework.boot.WebApplicationType;
import org.springframework.boot.builder.SpringApplicationBuilder;
import org.springframework.context.ConfigurableApplicationContext;

/** Real application contexts on a real database, closed together. */
final class Contexts implements AutoCloseable {

    private final List<ConfigurableApplicationContext> open = new ArrayList<>();
    private final PostgresDatabase database = PostgresDatabase.fresh();

    PostgresDatabase database() {
        return database;
    }

    /** A context named as a node, with brisk timings. */
    ConfigurableApplicationContext node(String id, Class<?> application, String... properties) {
        List<String> all = new ArrayList<>(List.of(
                "spring.datasource.url=" + database.url(),
                "baton.node.id=" + id,
                "baton.election.heartbeat-interval=100ms",
                "baton.election.trust-window=500ms",
                "baton.election.session-lease=4s",
                "baton.election.takeover=immediate",
                "baton.election.drain-timeout=60s"));
        all.addAll(List.of(properties));
        return start(WebApplicationType.NONE, application, all);
    }

    ConfigurableApplicationContext start(WebApplicationType web, Class<?> application, List<String> properties) {
        SpringApplication built = new SpringApplicationBuilder(application)
                .web(web)
                .bannerMode(org.springframework.boot.Banner.Mode.OFF)
                .registerShutdownHook(false)
                .properties("spring.flyway.enabled=false", "spring.liquibase.enabled=false")
                .properties(properties.toArray(String[]::new))
                .build();
        ConfigurableApplicationContext context = built.run();
        open.add(context);
        return context;
    }

    @Override
    public void close() {
        open.forEach(ConfigurableApplicationContext::close);
    }
}
