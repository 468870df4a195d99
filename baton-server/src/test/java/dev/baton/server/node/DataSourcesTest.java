package dev.baton.server.node;

import static org.assertj.core.api.Assertions.assertThat;

import dev.baton.server.config.DatabaseConfig.Login;
import dev.baton.testkit.PostgresDatabase;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.sql.Connection;
import java.util.Optional;
import org.junit.jupiter.api.Test;

class DataSourcesTest {

    /** Of several hosts the first accepts and never says a word, as a primary does that was stopped. */
    @Test
    void aHostThatSaysNothingIsGivenUpForTheNext() throws Exception {
        try (PostgresDatabase database = PostgresDatabase.fresh();
                ServerSocket silent = new ServerSocket(0, 50, InetAddress.getLoopbackAddress())) {
            String url = database.url().replaceFirst("//", "//127.0.0.1:" + silent.getLocalPort() + ",");
            Login login = new Login(url, Optional.empty(), Optional.empty(), "");
            try (Connection connection = DataSources.plain(login).getConnection()) {
                assertThat(connection.isValid(5)).isTrue();
                assertThat(connection.getNetworkTimeout())
                        .as("once it is there")
                        .isEqualTo(60_000);
            }
        }
    }
}
