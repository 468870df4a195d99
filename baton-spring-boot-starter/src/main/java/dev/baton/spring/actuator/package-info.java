/** Health and the endpoint {@code leadership}, where the actuator is on the class path. */
package dev.baton.spring.actuator;
