package dev.baton.spring.datasource;

import static org.assertj.core.api.Assertions.assertThat;

import com.zaxxer.hikari.HikariDataSource;
import dev.baton.testkit.PostgresDatabase;
import dev.baton.testkit.TestPatience;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.sql.Connection;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class LeadershipPoolTest {

    /** Of several hosts the first accepts and never says a word, as a primary does that was stopped. */
    @ParameterizedTest
    @ValueSource(strings = {"", "&socketTimeout=0", "&socketTimeout=30&socketTimeout=7200"})
    void aHostThatSaysNothingIsGivenUpForTheNextWhateverTheUrlSays(String timeout) throws Exception {
        try (PostgresDatabase database = PostgresDatabase.fresh();
                ServerSocket silent = new ServerSocket(0, 50, InetAddress.getLoopbackAddress());
                HikariDataSource application = new HikariDataSource()) {
            application.setJdbcUrl(database.url().replaceFirst("//", "//127.0.0.1:" + silent.getLocalPort() + ",")
                    + "&sslmode=disable" + timeout);
            application.setInitializationFailTimeout(-1);
            application.setConnectionTimeout(TestPatience.LONGEST_WAIT.toMillis());
            try (HikariDataSource pool = LeadershipPool.beside(application).orElseThrow();
                    Connection connection = pool.getConnection()) {
                assertThat(connection.isValid(5)).isTrue();
            }
            assertThat(application.getJdbcUrl()).as("the application's own").endsWith("sslmode=disable" + timeout);
        }
    }
}
