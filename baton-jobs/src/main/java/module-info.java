// Recurring, cron and one-off work, claimed once, by many workers.
//
// Open, because baton-sql reads its statements: these are resources in packages without classes, which cannot be opened
// by name without a warning.
open module dev.baton.jobs {
    requires transitive dev.baton.sql;
    requires io.github.resilience4j.circuitbreaker;
    requires io.github.resilience4j.core;
    requires io.github.resilience4j.retry;
    requires org.slf4j;
    requires tools.jackson.core;
    requires static org.postgresql.jdbc;

    exports dev.baton.jobs;
    exports dev.baton.jobs.cron;

    uses dev.baton.jobs.JobsProvider;

    provides dev.baton.jobs.JobsProvider with
            dev.baton.jobs.wiring.BuiltInProvider;
}
