package dev.baton.support;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class TextsTest {

    @ParameterizedTest
    @CsvSource({
        "abc, 4, abc",
        "abc, 3, abc",
        "abc, 2, ab",
        "abc, 0, ''",
        "a\uD83D\uDE00b, 4, a\uD83D\uDE00b",
        "a\uD83D\uDE00b, 3, a\uD83D\uDE00",
        "a\uD83D\uDE00b, 2, a"
    })
    void noCharacterIsCutInHalf(String text, int longest, String cut) {
        assertThat(Texts.cut(text, longest)).isEqualTo(cut);
    }
}
