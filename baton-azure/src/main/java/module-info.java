/** SQL Server and Azure SQL without passwords. */
module dev.baton.azure {
    requires transitive java.sql;
    requires com.microsoft.sqlserver.jdbc;
    requires java.naming; // its data source can be referred to there

    exports dev.baton.azure;
}
