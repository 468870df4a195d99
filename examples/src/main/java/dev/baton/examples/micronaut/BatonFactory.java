package dev.baton.examples.micronaut;

import dev.baton.Campaign;
import dev.baton.sql.Baton;
import io.micronaut.context.annotation.Bean;
import io.micronaut.context.annotation.Context;
import io.micronaut.context.annotation.Factory;
import io.micronaut.context.annotation.Value;
import jakarta.inject.Singleton;
import javax.sql.DataSource;

// region factory
/** Baton as a bean, and a campaign that begins with the application. */
@Factory
public class BatonFactory {

    @Singleton
    @Bean(preDestroy = "close") // leaves every role, work in flight finished first
    public Baton baton(DataSource dataSource, @Value("${micronaut.application.name:reports}") String name) {
        String host = System.getenv().getOrDefault("HOSTNAME", "local");
        return Baton.on(dataSource).node(name + "-" + host).start();
    }

    @Context // begins with the application, not with its first use
    @Bean(preDestroy = "close")
    public Campaign reporter(Baton baton) {
        return baton.campaign("reporter");
    }
}
// endregion
