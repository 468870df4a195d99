package dev.baton.jobs;

import dev.baton.testkit.TestDatabase;
import java.util.concurrent.atomic.AtomicInteger;
import javax.sql.DataSource;
import org.h2.jdbcx.JdbcDataSource;

/** An H2 of its own. */
final class H2Database implements TestDatabase {

    private static final AtomicInteger NUMBER = new AtomicInteger();

    private final JdbcDataSource source = new JdbcDataSource();

    H2Database() {
        source.setURL("jdbc:h2:mem:jobs" + NUMBER.incrementAndGet() + ";DB_CLOSE_DELAY=-1;LOCK_TIMEOUT=5000");
    }

    @Override
    public DataSource dataSource() {
        return source;
    }

    @Override
    public String dialect() {
        return "h2";
    }

    @Override
    public void close() {
        // gone with the process
    }
}
