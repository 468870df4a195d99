package dev.baton.jobs.claim;

import static org.assertj.core.api.Assertions.assertThat;

import dev.baton.jobs.RetryPolicy;
import java.time.Duration;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class RetryTextTest {

    @Test
    void aPolicyComesBackFromItsTextAsItWas() {
        RetryPolicy policy = RetryPolicy.exponential(5, Duration.ofSeconds(1), Duration.ofSeconds(10));
        assertThat(RetryText.read(5, RetryText.of(policy))).contains(policy);
    }

    @ParameterizedTest
    @ValueSource(strings = {"", "soon", "1;2;3", "-1;1.0;1;0.0", "1;NaN;1;0.0", "99999999999999999999;1;1;0"})
    void whatIsNoPolicyIsNone(String text) {
        assertThat(RetryText.read(5, text)).isEmpty();
    }
}
