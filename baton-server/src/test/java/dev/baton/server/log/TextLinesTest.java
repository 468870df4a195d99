package dev.baton.server.log;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class TextLinesTest {

    @Test
    void whatAClientWroteBeginsNoLineAndCommandsNoTerminal() {
        assertThat(TextLines.escaped("a\nINFO all is well\r\u001B[2J\u009B\u202E\u2028\u0000"))
                .isEqualTo("a\\u000aINFO all is well\\u000d\\u001b[2J\\u009b\\u202e\\u2028\\u0000");
        assertThat(TextLines.escaped("grün 日本 😀 \\n")).isEqualTo("grün 日本 😀 \\n");
    }
}
