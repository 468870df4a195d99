package dev.baton.bench.jobs;

import com.zaxxer.hikari.HikariConfig;
import com.zaxxer.hikari.HikariDataSource;
import dev.baton.jobs.JobsSchema;
import dev.baton.sql.Baton;
import dev.baton.testkit.GivenDatabase;
import dev.baton.testkit.H2Database;
import dev.baton.testkit.MariaDbDatabase;
import dev.baton.testkit.MariaDbServer;
import dev.baton.testkit.TestDatabase;
import java.sql.SQLException;
import java.util.Optional;

/** A database that is not PostgreSQL. MariaDB and MySQL are measured only where they write to the disk at every commit; H2 is in memory. */
record OtherServer(TestDatabase database, HikariDataSource pool, Optional<ProcessHandle> process, Runnable ending)
        implements JobsDatabase {

    static OtherServer h2() {
        return on(H2Database.fresh(), Optional.empty(), () -> {});
    }

    /** The tests' own server does not write to the disk, so this is another. */
    static OtherServer mariaDb() {
        MariaDbServer server =
                MariaDbServer.start("--innodb-flush-log-at-trx-commit=1", "--innodb-flush-method=O_DIRECT");
        return on(MariaDbDatabase.on(server), Optional.of(server.process()), server::close);
    }

    /** The one that {@code BATON_TEST_MYSQL_URL} names. */
    static OtherServer mySql() {
        return on(GivenDatabase.mySqlByMariaDbsDriver(), Optional.empty(), () -> {});
    }

    private static OtherServer on(TestDatabase database, Optional<ProcessHandle> process, Runnable ending) {
        HikariConfig config = new HikariConfig();
        config.setDataSource(database.dataSource());
        config.setMaximumPoolSize(20);
        return new OtherServer(database, new HikariDataSource(config), process, ending);
    }

    void refuseUnlessDurable() throws SQLException {
        if (number("SELECT @@innodb_flush_log_at_trx_commit = 1 AND @@innodb_flush_method <> 'nosync'") != 1) {
            throw new IllegalStateException(
                    "this server does not write its log at every commit: its figures mean nothing");
        }
    }

    /** What the server works, where it runs here. */
    ServerWork work() {
        return process.map(ServerWork::of).orElse(ServerWork.UNKNOWN);
    }

    @Override
    public Baton baton(String node) {
        return Baton.on(pool)
                .leadership(database.dataSource())
                .node(node)
                .component(JobsSchema.COMPONENT)
                .start();
    }

    /** As db-scheduler's own script for MariaDB and MySQL has them. */
    @Override
    public String type(Column column) {
        return switch (column) {
            case NAME -> "varchar(100)";
            case BYTES -> "blob";
            case INSTANT -> "timestamp(6)";
        };
    }

    @Override
    public void close() {
        pool.close();
        database.close();
        ending.run();
    }
}
