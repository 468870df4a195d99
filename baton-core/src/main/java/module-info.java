/** The election itself: roles, tokens, gates. Knows no database. */
@SuppressWarnings("module") // the friend modules are built later
module dev.baton.core {
    requires org.slf4j;

    exports dev.baton;
    exports dev.baton.spi;
    exports dev.baton.election to
            dev.baton.sql,
            dev.baton.testkit;
    exports dev.baton.support to
            dev.baton.sql,
            dev.baton.submissions,
            dev.baton.jobs,
            dev.baton.alerts,
            dev.baton.shards,
            dev.baton.spring;
}
