package dev.baton.contract;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.baton.SetupRefusedException;
import dev.baton.sql.Baton;
import dev.baton.testkit.Cluster;
import dev.baton.testkit.UrlDataSource;
import dev.baton.testkit.contract.Contract;
import java.sql.Connection;
import java.sql.SQLException;
import org.junit.jupiter.api.Test;

/** Accounts of MySQL that may not see, or may not end, who holds up a takeover are refused at start. */
interface MySqlRightsContract extends Contract {

    private UrlDataSource account(String name) throws SQLException {
        table().update("CREATE USER " + name + " IDENTIFIED BY 'Secret-4711'");
        table().update("GRANT ALL ON " + databaseName() + ".* TO " + name);
        return new UrlDataSource(database()
                .url()
                .replaceFirst("user=[^&]*", "user=" + name)
                .replaceFirst("password=[^&]*", "password=Secret-4711"));
    }

    private String databaseName() throws SQLException {
        try (Connection connection = database().dataSource().getConnection()) {
            return connection.getCatalog();
        }
    }

    private void grant(String right, String name) throws SQLException {
        table().update("GRANT " + right + " TO " + name);
    }

    @Test
    default void accountThatCannotSeeWhoHoldsUpATakeoverIsRefused() throws Exception {
        prepared().ready();
        String name = "plain_" + databaseName();
        try {
            UrlDataSource plain = account(name);
            assertRefused(plain, plain);
            grant("PROCESS ON *.*", name);
            assertRefused(plain, plain);
            grant("SELECT ON performance_schema.data_lock_waits", name);
            try (Cluster cluster = new Cluster(plain)) {
                assertThat(cluster.node("one").lead(role(), lease()).epoch()).isEqualTo(1);
            }
        } finally {
            table().update("DROP USER IF EXISTS " + name);
        }
    }

    @Test
    default void accountThatMayNotEndTheWritersIsRefused() throws Exception {
        prepared().ready();
        String name = "elects_" + databaseName();
        try {
            UrlDataSource elects = account(name);
            grant("PROCESS ON *.*", name);
            grant("SELECT ON performance_schema.data_lock_waits", name);
            assertRefused(new UrlDataSource(database().url()), elects);
        } finally {
            table().update("DROP USER IF EXISTS " + name);
        }
    }

    private static void assertRefused(UrlDataSource works, UrlDataSource elects) {
        assertThatThrownBy(() -> Baton.on(works).leadership(elects).start())
                .isInstanceOf(SetupRefusedException.class)
                .hasMessageContaining("may not end the session of a writer that holds it up")
                .hasMessageContaining("apply the shipped grants for mysql");
    }
}
