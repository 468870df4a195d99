package dev.baton.sql.dialect;

import dev.baton.sql.jdbc.SqlCatalog;
import java.sql.Connection;
import java.util.List;

/** MySQL with Galera: Percona XtraDB Cluster and its like. Galera's way, in MySQL's words. */
final class MySqlGaleraDialect extends GaleraDialect {

    @Override
    public String folder() {
        return "mysql-galera";
    }

    @Override
    public List<String> folders() {
        return List.of(folder(), "galera", "mysql", "mariadb");
    }

    /** Percona's strict mode forbids named locks, which another server would not see anyway. */
    @Override
    public void lockSchema(Connection connection, SqlCatalog sql) {
        // Its migrations make only what is missing.
    }

    @Override
    public void unlockSchema(Connection connection, SqlCatalog sql) {
        // Nothing was locked.
    }

    @Override
    String product() {
        return "MySQL with Galera";
    }

    @Override
    ServerVersion oldest() {
        return new ServerVersion(8, 0);
    }
}
