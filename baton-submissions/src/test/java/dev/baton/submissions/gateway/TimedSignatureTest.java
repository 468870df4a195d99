package dev.baton.submissions.gateway;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** What receivers rely on: not somebody else's, not changed, not an old one, and keys that change one side after the other. */
class TimedSignatureTest {

    private static final byte[] BODY = "{\"a\":1}".getBytes(UTF_8);
    private static final Instant NOW = Instant.ofEpochSecond(1_700_000_000);

    private static Map<String, String> headers(List<String> keys) {
        return CredentialHeaders.signature(Credential.SIGNATURE, keys, () -> NOW)
                .headers(BODY);
    }

    private static String header(String... keys) {
        return headers(List.of(keys)).get(TimedSignature.HEADER);
    }

    private static boolean holds(String header, Instant now, String... keys) {
        return TimedSignature.holds(header, BODY, List.of(keys), now, TimedSignature.USUAL_TOLERANCE);
    }

    @Test
    void isTheHmacOfTimeDotBody() {
        assertThat(header("key"))
                .as("as printf '1700000000.{\"a\":1}' | openssl dgst -sha256 -hmac key has it")
                .isEqualTo("t=1700000000,v1=a438e398bfafc57e4396bb7fc2304422f0f768e965d073ca313cb52e22e6ad03");
        assertThat(holds(header("key"), NOW, "key")).isTrue();
    }

    @Test
    void anOldOneIsNotTakenAgain() {
        Duration tolerance = TimedSignature.USUAL_TOLERANCE;
        assertThat(holds(header("key"), NOW.plus(tolerance), "key")).isTrue();
        assertThat(holds(header("key"), NOW.plus(tolerance).plusSeconds(1), "key"))
                .isFalse();
        assertThat(holds(header("key"), NOW.minus(tolerance).minusSeconds(1), "key"))
                .isFalse();
        String later = header("key").replace("t=1700000000", "t=1700001000");
        assertThat(holds(later, NOW.plusSeconds(1_000), "key"))
                .as("its time is signed with it")
                .isFalse();
    }

    @Test
    void aChangedBodyOrAnotherKeyIsNotTaken() {
        assertThat(holds(header("key"), NOW, "other")).isFalse();
        assertThat(TimedSignature.holds(
                        header("key"), "{\"a\":2}".getBytes(UTF_8), List.of("key"), NOW, Duration.ofMinutes(5)))
                .isFalse();
    }

    /** The sender has both; receivers change from the one to the other whenever they like. */
    @Test
    void keysChangeOneSideAfterTheOther() {
        String both = header("new", "old");
        assertThat(holds(both, NOW, "old")).isTrue();
        assertThat(holds(both, NOW, "new")).isTrue();
        assertThat(holds(header("new"), NOW, "new", "old")).isTrue();
        assertThat(holds(header("new"), NOW, "old")).isFalse();
        assertThat(headers(List.of("new", "old")).get(Credential.SIGNATURE))
                .as("the header without a time has room for one, and the first is it")
                .isEqualTo(headers(List.of("new")).get(Credential.SIGNATURE));
    }

    @ParameterizedTest
    @ValueSource(
            strings = {"", "t=1700000000", "v1=00", "t=x,v1=y", ",,,", "t=99999999999999999999", "t=1,t=1700000000"})
    void whatIsNoSignatureIsNotTaken(String header) {
        assertThat(holds(header, NOW, "key")).isFalse();
        assertThat(holds(header + header("key").substring("t=1700000000".length()) + ",t=1700000000,t=1", NOW, "key"))
                .as("two times are none")
                .isFalse();
    }
}
