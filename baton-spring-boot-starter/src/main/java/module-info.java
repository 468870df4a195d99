// Baton in a Spring Boot application.
//
// Open, because Spring creates, fills and calls beans by reflection.
//
// One jar is for Spring Boot 3.5 and 4.x, and some types that it uses are in other modules there. None of Spring's has
// a descriptor, and whoever requires one module without a descriptor reads all of them: so only modules that both
// versions have are named here, and types are found wherever a version keeps them.
open module dev.baton.spring {
    requires transitive dev.baton.sql;
    requires transitive spring.beans;
    requires transitive spring.context;
    requires java.desktop; // java.beans
    requires org.slf4j;
    requires spring.aop;
    requires spring.boot;
    requires spring.boot.autoconfigure;
    requires spring.core;
    requires spring.jdbc;
    requires spring.tx;
    requires static com.fasterxml.jackson.databind;
    requires static com.zaxxer.hikari;
    requires static dev.baton.micrometer;
    requires static dev.baton.opentelemetry;
    requires static io.opentelemetry.api;
    requires static micrometer.core;
    requires static micrometer.observation;
    requires static micrometer.tracing;
    requires static spring.boot.actuator;
    requires static spring.boot.actuator.autoconfigure;
    requires static spring.boot.health; // Spring Boot 4 alone has it
    requires static tools.jackson.databind;
    requires static transitive dev.baton.jobs;
    requires static transitive dev.baton.shards;
    requires static transitive dev.baton.submissions;

    exports dev.baton.spring;
}
