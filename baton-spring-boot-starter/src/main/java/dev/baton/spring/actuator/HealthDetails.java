package dev.baton.spring.actuator;

import java.util.Map;

/** What a part of Baton has to say in health, besides roles. Every bean of this type is asked. */
@FunctionalInterface
public interface HealthDetails {

    /** @param details by name, with the roles of this process as {@code role.NAME} */
    void complete(Map<String, Object> details);
}
