package dev.baton.contract;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.zaxxer.hikari.HikariConfig;
import com.zaxxer.hikari.HikariDataSource;
import dev.baton.Campaign;
import dev.baton.SetupRefusedException;
import dev.baton.Strategy;
import dev.baton.sql.Baton;
import dev.baton.sql.Candidacy;
import dev.baton.testkit.Node;
import dev.baton.testkit.PostgresDatabase;
import dev.baton.testkit.contract.Waits;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Proxy;
import java.sql.SQLTransientConnectionException;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.BooleanSupplier;
import javax.sql.DataSource;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** Before a process stands for a role it looks whether another has its key: without a connection for each, and always. */
class RoleCollisionTest {

    private static final int ROLES = 40;
    private static final long KEY = 4711;

    private final PostgresDatabase database = PostgresDatabase.fresh();
    private final HikariDataSource pool = pool();
    private final AtomicInteger opened = new AtomicInteger();
    private volatile boolean exhausted;

    private HikariDataSource pool() {
        HikariConfig config = new HikariConfig();
        config.setDataSource(database.dataSource());
        config.setMaximumPoolSize(4);
        return new HikariDataSource(config);
    }

    @AfterEach
    void close() {
        pool.close();
    }

    private DataSource counted() {
        return asked(database.dataSource(), () -> {
            opened.incrementAndGet();
            return false;
        });
    }

    /** Asks before each call of the data source whether it has nothing to give. */
    private static DataSource asked(DataSource source, BooleanSupplier empty) {
        return (DataSource) Proxy.newProxyInstance(
                DataSource.class.getClassLoader(), new Class<?>[] {DataSource.class}, (self, method, arguments) -> {
                    if (method.getName().equals("getConnection") && empty.getAsBoolean()) {
                        throw new SQLTransientConnectionException("none to spare");
                    }
                    try {
                        return method.invoke(source, arguments);
                    } catch (InvocationTargetException e) {
                        throw e.getCause();
                    }
                });
    }

    private static Candidacy session(String role) {
        return Candidacy.of(role).with(Strategy.session());
    }

    @Test
    void manyRolesNeedNoConnectionEachToStand() throws Exception {
        try (Baton baton = Baton.on(pool)
                .leadership(counted())
                .node("one")
                .sharedSessions()
                .start()) {
            List<Campaign> campaigns = new ArrayList<>();
            for (int i = 0; i < ROLES; i++) {
                campaigns.add(baton.campaign(session("role-" + i)));
            }
            Waits.until(
                    "all are led",
                    () -> campaigns.stream().allMatch(one -> one.gate().isLeader()));
            assertThat(opened).as("for the start, and three to stay").hasValueLessThan(ROLES / 2);
        }
    }

    /** Else it would find out only by never being led. */
    @Test
    void aKeyThatAnotherRoleHasIsRefusedThoughThePoolHasNoConnectionToSpare() throws Exception {
        try (Baton one = Baton.on(pool)
                        .leadership(database.dataSource())
                        .node("one")
                        .start();
                Baton two = Baton.on(asked(pool, () -> exhausted))
                        .leadership(database.dataSource())
                        .node("two")
                        .start()) {
            Node.leads(one.campaign(session("first").withLockKey(KEY)));
            exhausted = true;
            assertThatThrownBy(() -> two.campaign(session("second").withLockKey(KEY)))
                    .isInstanceOf(SetupRefusedException.class)
                    .hasMessageContaining("have the same lock key");
            exhausted = false;
        }
    }
}
