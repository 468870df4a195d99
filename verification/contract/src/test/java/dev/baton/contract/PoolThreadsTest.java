package dev.baton.contract;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.zaxxer.hikari.HikariConfig;
import com.zaxxer.hikari.HikariDataSource;
import com.zaxxer.hikari.metrics.IMetricsTracker;
import dev.baton.sql.database.Database;
import dev.baton.sql.jdbc.Connections;
import dev.baton.testkit.H2Database;
import dev.baton.testkit.contract.Waits;
import java.sql.Connection;
import java.sql.SQLException;
import java.sql.SQLTimeoutException;
import java.time.Duration;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/**
 * Whoever borrows from a pool that gives up by itself, or in which a connection lies ready, pays for no other thread; any
 * other data source gets one, because nothing else bounds it.
 */
@Timeout(120)
class PoolThreadsTest {

    private static final Duration POOLS_OWN = Duration.ofSeconds(30);
    private static final Duration LOOK = Duration.ofSeconds(5);
    private static final Duration SECOND = Duration.ofSeconds(1);
    private static final Duration SHORT = Duration.ofMillis(300);

    private final String url = H2Database.fresh().url();
    private final HikariDataSource plain = new HikariDataSource();
    private final AskedPool special = new AskedPool();
    private volatile Thread served;

    @BeforeEach
    void begin() {
        plain.setMetricsTrackerFactory((name, stats) -> new IMetricsTracker() {
            @Override
            public void recordConnectionAcquiredNanos(long elapsed) {
                served = Thread.currentThread();
            }
        });
        for (HikariDataSource pool : new HikariDataSource[] {plain, special}) {
            pool.setJdbcUrl(url);
            pool.setConnectionTimeout(POOLS_OWN.toMillis());
            pool.setValidationTimeout(LOOK.toMillis());
        }
    }

    @AfterEach
    void end() {
        plain.close();
        special.close();
    }

    /** Remembers who asked, which is more than a pool does. */
    private static final class AskedPool extends HikariDataSource {
        private volatile Thread asking;

        @Override
        public Connection getConnection() throws SQLException {
            asking = Thread.currentThread();
            return super.getConnection();
        }
    }

    private Thread askedBy(Duration bound) throws SQLException {
        special.asking = null;
        Connections.open(special, bound).close();
        assertThat(special.asking).as("it is asked, whatever it does besides").isNotNull();
        return special.asking;
    }

    private Thread servedTo(Duration bound) throws SQLException {
        Connections.open(plain, bound).close();
        return served;
    }

    @Test
    void onlyTheFirstConnectionComesFromAnotherThread() throws SQLException {
        assertThat(askedBy(POOLS_OWN.plus(LOOK))).isNotSameAs(Thread.currentThread());
        assertThat(askedBy(POOLS_OWN.plus(LOOK))).isSameAs(Thread.currentThread());
        assertThat(servedTo(LOOK)).isNotSameAs(Thread.currentThread());
        assertThat(servedTo(LOOK)).isSameAs(Thread.currentThread());
    }

    @Test
    void aPoolThatWouldWaitForLongerIsAskedByAnotherThreadIfItDoesMoreThanAPool() throws SQLException {
        askedBy(POOLS_OWN);
        assertThat(askedBy(POOLS_OWN.plus(LOOK).minusMillis(1))).isNotSameAs(Thread.currentThread());
    }

    /** It looks whether the connection lives, and a server that is gone lets it look for all the time that it has. */
    @Test
    void aPoolThatMayLookForLongerIsAskedByAnotherThread() throws SQLException {
        servedTo(LOOK);
        assertThat(servedTo(LOOK.minusMillis(1))).isNotSameAs(Thread.currentThread());
    }

    /** It asks drivers in whole seconds. */
    @Test
    void aPoolThatIsToldToLookBrieflyMayLookForASecond() throws SQLException {
        plain.setValidationTimeout(SHORT.toMillis());
        servedTo(POOLS_OWN);
        assertThat(servedTo(SECOND)).isSameAs(Thread.currentThread());
        Waits.until("it is served within a second by a machine that does not stand still", () -> {
            try {
                return servedTo(SECOND.minusMillis(1)) != Thread.currentThread();
            } catch (SQLTimeoutException e) {
                return false;
            }
        });
    }

    @Test
    void aPoolThatWasToldNothingIsAskedForWorkWithoutAnotherThread() throws SQLException {
        HikariConfig nothing = new HikariConfig();
        special.setConnectionTimeout(nothing.getConnectionTimeout());
        special.setValidationTimeout(nothing.getValidationTimeout());
        askedBy(Database.WORK_OPENING);
        assertThat(askedBy(Database.WORK_OPENING)).isSameAs(Thread.currentThread());
    }

    /** The pool's own patience is half a minute. */
    @Test
    void aPoolThatHasNoneIsNotWaitedForLongerThanTold() throws SQLException {
        plain.setMaximumPoolSize(1);
        plain.setValidationTimeout(SHORT.toMillis());
        Connection only = Connections.open(plain, POOLS_OWN);
        assertThatThrownBy(() -> Connections.open(plain, SHORT))
                .isInstanceOf(SQLTimeoutException.class)
                .hasMessageContaining("gave no connection within 300 ms");
        only.close();
        Connections.open(plain, POOLS_OWN).close();
    }

    /** Nothing ends the wait for such a one, neither a time-out of its own nor an interrupt. */
    @Test
    void aPoolThatIsSuspendedHoldsNobodyUp() throws SQLException {
        for (HikariDataSource pool : new HikariDataSource[] {plain, special}) {
            pool.setAllowPoolSuspension(true);
            pool.setConnectionTimeout(SHORT.toMillis());
            pool.setValidationTimeout(SHORT.toMillis());
            Connections.open(pool, POOLS_OWN).close();
            pool.getHikariPoolMXBean().suspendPool();
            try {
                assertThatThrownBy(() -> Connections.open(pool, SECOND.multipliedBy(2)))
                        .isInstanceOf(SQLTimeoutException.class);
            } finally {
                pool.getHikariPoolMXBean().resumePool();
            }
            Connections.open(pool, POOLS_OWN).close();
        }
    }
}
