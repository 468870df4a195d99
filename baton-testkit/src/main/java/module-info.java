// Contract tests for a store, and databases to run them on.
//
// Open, because JUnit calls tests by reflection.
open module dev.baton.testkit {
    requires transitive dev.baton.sql;
    requires transitive org.junit.jupiter.api;
    requires transitive org.junit.jupiter.params;
    requires awaitility;
    requires embedded.postgres;
    requires java.compiler;
    requires java.logging;
    requires java.net.http;
    requires org.assertj.core;

    exports dev.baton.testkit;
    exports dev.baton.testkit.contract;
    exports dev.baton.testkit.process;
}
