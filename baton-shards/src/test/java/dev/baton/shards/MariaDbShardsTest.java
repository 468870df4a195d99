package dev.baton.shards;

import static org.assertj.core.api.Assertions.assertThat;

import dev.baton.testkit.MariaDbDatabase;
import dev.baton.testkit.TestDatabase;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import org.junit.jupiter.api.Test;

/** The contract on a real MariaDB, where one is installed. */
class MariaDbShardsTest extends ShardsContract {

    @Override
    protected TestDatabase fresh() {
        return MariaDbDatabase.fresh();
    }

    @Test
    void theDatabaseSaysTheSameShard() throws Exception {
        try (TestDatabase database = fresh();
                Connection connection = database.dataSource().getConnection();
                PreparedStatement select = connection.prepareStatement(
                        "SELECT CONV(LEFT(SHA2(CONVERT(? USING utf8mb4), 256), 8), 16, 10) % 16")) {
            for (String key : new String[] {"order-1", "order-2", "Grüße", "日本語"}) {
                select.setString(1, key);
                try (ResultSet row = select.executeQuery()) {
                    assertThat(row.next()).isTrue();
                    assertThat(row.getInt(1)).as(key).isEqualTo(new Layout(1, 16).shardOf(key));
                }
            }
        }
    }
}
