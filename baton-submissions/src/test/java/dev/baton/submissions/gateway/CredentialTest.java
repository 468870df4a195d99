package dev.baton.submissions.gateway;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class CredentialTest {

    private static final byte[] BODY = "{\"a\":1}".getBytes(UTF_8);

    @Test
    void goIntoHeaders() {
        assertThat(Credential.bearer("t").headers(BODY)).isEqualTo(Map.of("Authorization", "Bearer t"));
        assertThat(Credential.basic("u", "p").headers(BODY)).isEqualTo(Map.of("Authorization", "Basic dTpw"));
        assertThat(Credential.header("X-Api-Key", "k").headers(BODY)).isEqualTo(Map.of("X-Api-Key", "k"));
        assertThat(Credential.hmac(Credential.SIGNATURE, "key").headers(BODY))
                .as("as openssl dgst -sha256 -hmac key has it")
                .containsEntry(
                        "Baton-Signature", "sha256=88a67f24bbcdaed0e6c997404bb79a743baf44c6bab2f4c27328e3009d22e342")
                .containsOnlyKeys("Baton-Signature", "Baton-Timed-Signature");
    }

    @Test
    void aSignatureNeedsAKey() {
        assertThatThrownBy(() -> Credential.hmac(Credential.SIGNATURE, List.of()))
                .isInstanceOf(IllegalArgumentException.class);
        assertThatThrownBy(() -> Credential.hmac(Credential.SIGNATURE, List.of("key", "")))
                .isInstanceOf(IllegalArgumentException.class);
    }

    /** The HTTP client refuses such a value as well, in a message that shows it and ends up in the database. */
    @ParameterizedTest
    @ValueSource(strings = {"two\r\nlines", "geheim-ß", "", "tab\tinside", "end "})
    void whatNoHeaderCanHoldIsRefusedWithoutBeingShown(String secret) {
        assertThatThrownBy(() -> Credential.header("X-Api-Key", secret))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("X-Api-Key")
                .satisfies(e -> assertThat(secret.isEmpty() || !e.getMessage().contains(secret))
                        .isTrue());
    }

    @Test
    void leaveOtherHeadersAlone() {
        for (String name : List.of("Host", "content-type", "Idempotency-Key", "Baton-Lease-Epoch", "a b", "")) {
            assertThatThrownBy(() -> Credential.header(name, "k"))
                    .as(name)
                    .isInstanceOf(IllegalArgumentException.class);
        }
        assertThatThrownBy(() -> Credential.basic("a:b", "p")).hasMessageContaining("colon");
    }
}
