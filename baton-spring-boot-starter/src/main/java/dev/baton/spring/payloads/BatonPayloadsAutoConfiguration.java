package dev.baton.spring.payloads;

import dev.baton.spring.BatonSetupException;
import dev.baton.spring.Payloads;
import org.springframework.beans.factory.ObjectProvider;
import org.springframework.boot.autoconfigure.AutoConfiguration;
import org.springframework.boot.autoconfigure.condition.ConditionalOnBean;
import org.springframework.boot.autoconfigure.condition.ConditionalOnClass;
import org.springframework.boot.autoconfigure.condition.ConditionalOnMissingBean;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;

/** The application's JSON mapper, for the payloads of jobs and intents. */
@AutoConfiguration(
        afterName = {
            "org.springframework.boot.autoconfigure.jackson.JacksonAutoConfiguration",
            "org.springframework.boot.jackson.autoconfigure.JacksonAutoConfiguration"
        })
public class BatonPayloadsAutoConfiguration {

    public static Payloads required(ObjectProvider<Payloads> payloads) {
        Payloads found = payloads.getIfAvailable();
        if (found == null) {
            throw new BatonSetupException(
                    "Typed payloads need a JSON mapper, and this application has none.",
                    "Add spring-boot-starter-json, or define a bean of type dev.baton.spring.Payloads.");
        }
        return found;
    }

    /** Jackson 2. */
    @Configuration(proxyBeanMethods = false)
    @ConditionalOnClass(name = "com.fasterxml.jackson.databind.ObjectMapper")
    static class Jackson2 {
        @Bean
        @ConditionalOnMissingBean(Payloads.class)
        @ConditionalOnBean(com.fasterxml.jackson.databind.ObjectMapper.class)
        Payloads batonPayloads(com.fasterxml.jackson.databind.ObjectMapper mapper) {
            return Jackson2Payloads.of(mapper);
        }
    }

    /** Jackson 3. */
    @Configuration(proxyBeanMethods = false)
    @ConditionalOnClass(name = "tools.jackson.databind.json.JsonMapper")
    static class Jackson3 {
        @Bean
        @ConditionalOnMissingBean(Payloads.class)
        @ConditionalOnBean(tools.jackson.databind.json.JsonMapper.class)
        Payloads batonPayloads3(tools.jackson.databind.json.JsonMapper mapper) {
            return Jackson3Payloads.of(mapper);
        }
    }
}
