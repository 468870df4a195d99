package dev.baton.spring.election;

import java.util.Optional;
import org.springframework.beans.factory.config.BeanDefinition;
import org.springframework.boot.autoconfigure.AutoConfiguration;
import org.springframework.boot.autoconfigure.condition.ConditionalOnProperty;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Role;

/**
 * Where Baton is switched off, this instance leads nothing: what only a leader may run is guarded all the same. Without the
 * guard every instance that is set up like this would act.
 */
@AutoConfiguration
@ConditionalOnProperty(prefix = "baton", name = "enabled", havingValue = "false")
public class BatonDisabledAutoConfiguration {

    @Bean
    @Role(BeanDefinition.ROLE_INFRASTRUCTURE)
    static LeaderOnlyPostProcessor batonLeaderOnly() {
        return new LeaderOnlyPostProcessor(
                new RequestedRoles(),
                role -> new CountingLeaderWork(role, Optional.empty()),
                FencedMethods.unchecked());
    }
}
