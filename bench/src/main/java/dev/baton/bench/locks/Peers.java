package dev.baton.bench.locks;

import dev.baton.bench.postgres.DurablePostgres;
import java.sql.SQLException;
import java.time.Duration;
import java.time.Instant;
import java.util.Optional;
import java.util.concurrent.locks.Lock;
import javax.sql.DataSource;
import net.javacrumbs.shedlock.core.LockConfiguration;
import net.javacrumbs.shedlock.core.LockProvider;
import net.javacrumbs.shedlock.provider.jdbctemplate.JdbcTemplateLockProvider;
import org.springframework.integration.jdbc.lock.DefaultLockRepository;
import org.springframework.integration.jdbc.lock.JdbcLockRegistry;
import org.springframework.jdbc.core.JdbcTemplate;
import org.springframework.jdbc.datasource.DataSourceTransactionManager;

/** Locks on a database that others offer. */
final class Peers {

    private Peers() {}

    static Locks shedLock(DurablePostgres postgres, DataSource pool) throws SQLException {
        postgres.execute("CREATE TABLE shedlock (name varchar(64) PRIMARY KEY, lock_until timestamp NOT NULL,"
                + " locked_at timestamp NOT NULL, locked_by varchar(255) NOT NULL) WITH (fillfactor = 50)");
        return through(new JdbcTemplateLockProvider(JdbcTemplateLockProvider.Configuration.builder()
                .withJdbcTemplate(new JdbcTemplate(pool))
                .usingDbTime()
                .build()));
    }

    /** Locks of whoever has a provider for ShedLock. */
    static Locks through(LockProvider provider) {
        return name -> provider.lock(new LockConfiguration(Instant.now(), name, Duration.ofHours(1), Duration.ZERO))
                .map(lock -> lock::unlock);
    }

    static Locks springIntegration(DurablePostgres postgres, DataSource pool) throws SQLException {
        postgres.execute("CREATE TABLE int_lock (lock_key char(36) NOT NULL, region varchar(100) NOT NULL,"
                + " client_id char(36), created_date timestamp NOT NULL, expired_after timestamp NOT NULL,"
                + " PRIMARY KEY (lock_key, region))");
        DefaultLockRepository repository = new DefaultLockRepository(pool);
        repository.setTransactionManager(new DataSourceTransactionManager(pool));
        repository.afterPropertiesSet();
        repository.afterSingletonsInstantiated();
        repository.start();
        JdbcLockRegistry registry = new JdbcLockRegistry(repository);
        return name -> {
            Lock lock = registry.obtain(name);
            return lock.tryLock() ? Optional.of(lock::unlock) : Optional.empty();
        };
    }
}
