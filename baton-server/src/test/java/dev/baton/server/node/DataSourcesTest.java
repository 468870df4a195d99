package dev.baton.server.node;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.baton.SetupRefusedException;
import dev.baton.server.config.DatabaseConfig.Login;
import dev.baton.sql.Baton;
import dev.baton.testkit.PostgresDatabase;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.sql.Connection;
import java.util.Optional;
import javax.sql.DataSource;
import org.junit.jupiter.api.Test;

class DataSourcesTest {

    /** What the URL says goes before what the server would say. */
    @Test
    void aTimeOutThatIsTooLongForSeveralHostsIsRefused() throws Exception {
        try (PostgresDatabase database = PostgresDatabase.fresh()) {
            String url = database.url().replaceFirst("//([^/]*)/", "//$1,$1/") + "&socketTimeout=3600";
            DataSource source = DataSources.plain(new Login(url, Optional.empty(), Optional.empty(), ""));
            assertThatThrownBy(() -> Baton.start(source))
                    .isInstanceOf(SetupRefusedException.class)
                    .hasMessageContaining("socketTimeout of 3600 s");
        }
    }

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
            Baton.start(DataSources.plain(login)).close();
        }
    }
}
