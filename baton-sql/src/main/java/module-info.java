/** Elections and fences on SQL databases, over JDBC. */
module dev.baton.sql {
    requires transitive dev.baton.core;
    requires transitive java.sql;
    requires org.slf4j;
    requires static com.zaxxer.hikari;
    requires static org.postgresql.jdbc;

    exports dev.baton.sql;
    exports dev.baton.sql.database;
    exports dev.baton.sql.dialect;
    exports dev.baton.sql.jdbc;
    exports dev.baton.sql.schema;
}
