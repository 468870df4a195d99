package dev.baton.azure;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.microsoft.sqlserver.jdbc.SQLServerDataSource;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class AzureSqlTest {

    private static final String URL = "jdbc:sqlserver://cristp-reltaskexec.database.windows.net;databaseName=baton";

    @Test
    void theDriverIsToldToAskAzureIdentity() {
        SQLServerDataSource source = (SQLServerDataSource) AzureSql.dataSource(URL);
        assertThat(source.getAuthentication()).isEqualTo("ActiveDirectoryDefault");
        assertThat(source.getEncrypt()).isEqualToIgnoringCase("true");
        assertThat(source.getUser()).isNullOrEmpty();
        assertThat(source.getSocketTimeout()).isPositive();
        assertThat(source.getSendStringParametersAsUnicode()).isFalse();
    }

    @Test
    void whatTheDriverLooksForByNameIsThere() {
        assertThatCode(() -> Class.forName("com.azure.identity.DefaultAzureCredentialBuilder"))
                .doesNotThrowAnyException();
    }

    @ParameterizedTest
    @ValueSource(
            strings = {";user=sa", ";password=x", "; userName = sa", ";accessToken=x", ";authentication=SqlPassword"})
    void anAccountInTheUrlIsRefused(String more) {
        assertThatThrownBy(() -> AzureSql.dataSource(URL + more))
                .hasMessageContaining("DefaultAzureCredential")
                .hasMessageNotContaining("=x");
    }

    @Test
    void anotherDatabaseIsRefused() {
        assertThatThrownBy(() -> AzureSql.dataSource("jdbc:postgresql://host/db?password=x"))
                .hasMessageContaining("jdbc:sqlserver://")
                .hasMessageNotContaining("password");
    }
}
