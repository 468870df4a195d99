package dev.baton.contract;

import static org.assertj.core.api.Assertions.assertThat;

import com.zaxxer.hikari.HikariDataSource;
import dev.baton.sql.jdbc.Connections;
import dev.baton.testkit.H2Database;
import java.sql.Connection;
import java.sql.SQLException;
import java.time.Duration;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** Whoever borrows from a pool that gives up by itself pays for no other thread; any other data source gets one. */
class PoolThreadsTest {

    private static final Duration POOLS_OWN = Duration.ofSeconds(30);

    private final AskedPool pool = new AskedPool();

    @BeforeEach
    void begin() {
        pool.setJdbcUrl(H2Database.fresh().url());
        pool.setConnectionTimeout(POOLS_OWN.toMillis());
    }

    @AfterEach
    void end() {
        pool.close();
    }

    /** Remembers who asked. */
    private static final class AskedPool extends HikariDataSource {
        private volatile Thread asking;

        @Override
        public Connection getConnection() throws SQLException {
            asking = Thread.currentThread();
            return super.getConnection();
        }
    }

    private Thread askedBy(Duration bound) throws SQLException {
        Connections.open(pool, bound).close();
        return pool.asking;
    }

    @Test
    void onlyTheFirstConnectionComesFromAnotherThread() throws SQLException {
        assertThat(askedBy(POOLS_OWN)).isNotSameAs(Thread.currentThread());
        assertThat(askedBy(POOLS_OWN)).isSameAs(Thread.currentThread());
    }

    @Test
    void aPoolThatWouldWaitForLongerIsAskedByAnotherThread() throws SQLException {
        askedBy(POOLS_OWN);
        assertThat(askedBy(POOLS_OWN.minusMillis(1))).isNotSameAs(Thread.currentThread());
    }
}
