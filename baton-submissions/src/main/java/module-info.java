// Durable intents, accepted on any node and executed by one, through gateways.
//
// Open, because baton-sql reads its statements: these are resources in packages without classes, which cannot be opened
// by name without a warning.
open module dev.baton.submissions {
    requires transitive dev.baton.sql;
    requires io.github.resilience4j.circuitbreaker;
    requires io.github.resilience4j.core;
    requires java.net.http;
    requires org.slf4j;
    requires tools.jackson.databind;

    exports dev.baton.submissions;
    exports dev.baton.submissions.gateway;
    exports dev.baton.submissions.model;
}
