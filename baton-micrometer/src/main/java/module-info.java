/** Metrics of elections, and of submissions and jobs where they are there. */
module dev.baton.micrometer {
    requires transitive dev.baton.core;
    requires transitive micrometer.core;
    requires static transitive dev.baton.jobs;
    requires static transitive dev.baton.submissions;

    exports dev.baton.micrometer;
}
