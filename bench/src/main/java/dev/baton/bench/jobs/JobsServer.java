package dev.baton.bench.jobs;

import com.zaxxer.hikari.HikariDataSource;
import dev.baton.bench.postgres.DurablePostgres;
import dev.baton.jobs.JobsSchema;
import dev.baton.sql.Baton;
import java.io.IOException;
import java.sql.SQLException;

/** A durable PostgreSQL with a pool as users have it. */
record JobsServer(DurablePostgres postgres, HikariDataSource pool) implements JobsDatabase {

    /** In the order of time, as those that jobs are given. From version 18 on there is a function for that. */
    static final String NEW_ID =
            "CAST(lpad(to_hex(CAST(extract(epoch FROM clock_timestamp()) * 1000 AS bigint)), 12, '0')"
                    + " || '7' || substr(md5(CAST(random() AS text)), 1, 19) AS uuid)";

    static JobsServer start() throws IOException, SQLException {
        DurablePostgres postgres = DurablePostgres.start();
        return new JobsServer(postgres, postgres.pool(20));
    }

    /** With the tables of jobs. */
    static JobsServer withTables() throws IOException, SQLException {
        JobsServer server = start();
        server.baton("schema").close();
        return server;
    }

    @Override
    public Baton baton(String node) {
        return Baton.on(pool)
                .leadership(postgres.direct())
                .node(node)
                .component(JobsSchema.COMPONENT)
                .start();
    }

    @Override
    public String type(Column column) {
        return switch (column) {
            case NAME -> "text";
            case BYTES -> "bytea";
            case INSTANT -> "timestamptz";
        };
    }

    @Override
    public void close() throws IOException {
        pool.close();
        postgres.close();
    }
}
