/** Elections and fences on SQL databases, over JDBC. */
@SuppressWarnings("module") // the friend modules are built later
module dev.baton.sql {
    requires transitive dev.baton.core;
    requires transitive java.sql;
    requires org.slf4j;
    requires static com.zaxxer.hikari;
    requires static org.postgresql.jdbc;

    exports dev.baton.sql;
    exports dev.baton.sql.schema;
    exports dev.baton.sql.database to
            dev.baton.submissions,
            dev.baton.jobs,
            dev.baton.alerts,
            dev.baton.shards,
            dev.baton.spring,
            dev.baton.testkit;
    exports dev.baton.sql.dialect to
            dev.baton.submissions,
            dev.baton.jobs,
            dev.baton.alerts,
            dev.baton.shards,
            dev.baton.spring,
            dev.baton.testkit;
    exports dev.baton.sql.election to
            dev.baton.testkit;
    exports dev.baton.sql.jdbc to
            dev.baton.submissions,
            dev.baton.jobs,
            dev.baton.alerts,
            dev.baton.shards,
            dev.baton.testkit;
}
