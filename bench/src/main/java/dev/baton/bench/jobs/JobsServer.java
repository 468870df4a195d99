package dev.baton.bench.jobs;

import com.zaxxer.hikari.HikariDataSource;
import dev.baton.bench.postgres.DurablePostgres;
import dev.baton.jobs.JobsSchema;
import dev.baton.sql.Baton;
import java.io.IOException;
import java.sql.SQLException;

/** A durable PostgreSQL with a pool as users have it. */
record JobsServer(DurablePostgres postgres, HikariDataSource pool) implements AutoCloseable {

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

    Baton baton(String node) {
        return Baton.on(pool)
                .leadership(postgres.direct())
                .node(node)
                .component(JobsSchema.COMPONENT)
                .start();
    }

    void execute(String... statements) throws SQLException {
        postgres.execute(statements);
    }

    long number(String query) throws SQLException {
        return Long.parseLong(postgres.text(query));
    }

    @Override
    public void close() throws IOException {
        pool.close();
        postgres.close();
    }
}
