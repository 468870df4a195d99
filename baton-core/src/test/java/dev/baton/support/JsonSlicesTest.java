package dev.baton.support;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.nio.charset.StandardCharsets;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class JsonSlicesTest {

    private static byte[] bytes(String text) {
        return text.getBytes(StandardCharsets.UTF_8);
    }

    private static String text(byte[] bytes) {
        return new String(bytes, StandardCharsets.UTF_8);
    }

    private static List<String> members(String object) {
        return JsonSlices.members(bytes(object)).stream()
                .map(member -> text(member.name()) + "=" + text(member.value()))
                .toList();
    }

    @Test
    void membersAreAsTheyCame() {
        assertThat(members("\n{ \"a\" :10.00,\"b\":{\"x\":[1,{\"y\":\"}\"}]} , \"\\u0063\":\"\\\\\" ,\"d\":null}\r\n"))
                .containsExactly(
                        "\"a\"=10.00", "\"b\"={\"x\":[1,{\"y\":\"}\"}]}", "\"\\u0063\"=\"\\\\\"", "\"d\"=null");
        assertThat(members("{ }")).isEmpty();
        assertThat(members("\uFEFF{\"\u00e4\":\"\uD83D\uDE00\"}")).containsExactly("\"\u00e4\"=\"\uD83D\uDE00\"");
    }

    @Test
    void elementsAreAsTheyCame() {
        assertThat(JsonSlices.elements(bytes("[ 1e400 ,\"a,]\",[],{\"a\":[2]} , true]")))
                .extracting(JsonSlicesTest::text)
                .containsExactly("1e400", "\"a,]\"", "[]", "{\"a\":[2]}", "true");
        assertThat(JsonSlices.elements(bytes("[\n]"))).isEmpty();
        assertThat(text(JsonSlices.value(bytes(" 1.50\n")))).isEqualTo("1.50");
    }

    /** Not found out in general, but never without an end. */
    @ParameterizedTest
    @ValueSource(
            strings = {"", "[]", "{", "{\"a", "{\"a\"", "{\"a\":", "{\"a\":[", "{\"a\":}", "{\"a\":1", "{\0", "\0{"})
    void whatIsNoObjectIsRefused(String text) {
        assertThatThrownBy(() -> JsonSlices.members(bytes(text))).isInstanceOf(IllegalArgumentException.class);
    }
}
