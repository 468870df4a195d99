/** Health and the endpoints {@code leadership} and {@code shards}, where the actuator is on the class path. */
package dev.baton.spring.actuator;
