package dev.baton.contract;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.baton.SetupRefusedException;
import dev.baton.Strategy;
import dev.baton.sql.Baton;
import dev.baton.sql.Schema;
import dev.baton.sql.schema.TableNames;
import dev.baton.testkit.Cluster;
import dev.baton.testkit.PostgresDatabase;
import dev.baton.testkit.UrlDataSource;
import dev.baton.testkit.contract.LeaseTable;
import java.sql.SQLException;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;

/** Accounts that may do too little are refused at start, with the remedy. */
class PostgresRightsTest {

    private static final AtomicInteger NUMBER = new AtomicInteger();

    private final PostgresDatabase database = PostgresDatabase.fresh();
    private final String account = "account_" + NUMBER.incrementAndGet();

    private UrlDataSource account(String... grants) throws SQLException {
        LeaseTable admin = new LeaseTable(database.dataSource());
        admin.update("CREATE ROLE " + account + " LOGIN");
        for (String grant : grants) {
            admin.update(grant.replace("ACCOUNT", account));
        }
        return new UrlDataSource(database.url().replace("user=postgres", "user=" + account));
    }

    private void applySchema() throws SQLException {
        new Schema(TableNames.DEFAULT, List.of(Schema.LEADERSHIP)).apply(database.dataSource());
    }

    @Test
    void accountThatMayNotCreateTablesIsRefused() throws SQLException {
        UrlDataSource source = account("REVOKE CREATE ON SCHEMA public FROM PUBLIC");
        assertThatThrownBy(() -> Baton.start(source))
                .isInstanceOf(SetupRefusedException.class)
                .hasMessageContaining("have a DBA run the printed schema");
    }

    @Test
    void accountThatMayNotWriteIsRefused() throws SQLException {
        applySchema();
        UrlDataSource source = account("GRANT SELECT ON ALL TABLES IN SCHEMA public TO ACCOUNT");
        assertThatThrownBy(() -> Baton.start(source))
                .isInstanceOf(SetupRefusedException.class)
                .hasMessageContaining("lacks rights on Baton's tables")
                .hasMessageContaining("apply the shipped grants for postgresql");
    }

    /** Its own sessions an account may see and end, so a plain account can run elections on its own. */
    @Test
    void plainAccountCanLeadWithItsOwnSessions() throws Exception {
        applySchema();
        UrlDataSource source = account(
                "GRANT SELECT, INSERT, UPDATE, DELETE ON ALL TABLES IN SCHEMA public TO ACCOUNT",
                "GRANT USAGE ON ALL SEQUENCES IN SCHEMA public TO ACCOUNT");
        try (Cluster cluster = new Cluster(source)) {
            assertThat(cluster.node("one").lead("role", Strategy.session()).epoch())
                    .isEqualTo(1);
        }
    }

    /** What a candidate could not end, could block it for ever, with any strategy. */
    @Test
    void accountThatMayNotEndSessionsIsRefused() throws Exception {
        applySchema();
        UrlDataSource source = account(
                "GRANT SELECT, INSERT, UPDATE, DELETE ON ALL TABLES IN SCHEMA public TO ACCOUNT",
                "GRANT USAGE ON ALL SEQUENCES IN SCHEMA public TO ACCOUNT",
                "REVOKE EXECUTE ON FUNCTION pg_terminate_backend FROM PUBLIC"); // by name: 13 has other arguments
        assertThatThrownBy(() -> Baton.start(source))
                .isInstanceOf(SetupRefusedException.class)
                .hasMessageContaining("may not end the session of a writer that holds it up")
                .hasMessageContaining("apply the shipped grants for postgresql");
    }

    /** With an account of its own for elections, the writers are somebody else's. */
    @Test
    void accountThatMayNotSeeTheWritersIsRefused() throws Exception {
        applySchema();
        UrlDataSource elects = account(
                "GRANT SELECT, INSERT, UPDATE, DELETE ON ALL TABLES IN SCHEMA public TO ACCOUNT",
                "GRANT USAGE ON ALL SEQUENCES IN SCHEMA public TO ACCOUNT",
                "GRANT pg_signal_backend TO ACCOUNT");
        LeaseTable admin = new LeaseTable(database.dataSource());
        admin.update("CREATE ROLE writer_" + account + " LOGIN");
        admin.update("GRANT SELECT, INSERT, UPDATE, DELETE ON ALL TABLES IN SCHEMA public TO writer_" + account);
        UrlDataSource writes = new UrlDataSource(database.url().replace("user=postgres", "user=writer_" + account));
        assertThatThrownBy(() -> Baton.on(writes).leadership(elects).start())
                .isInstanceOf(SetupRefusedException.class)
                .hasMessageContaining("may not end the session of a writer that holds it up")
                .hasMessageContaining("cannot see it");
        admin.update("GRANT pg_read_all_stats TO " + account);
        Baton.on(writes).leadership(elects).start().close();
    }
}
