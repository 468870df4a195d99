package dev.baton.jobs.claim;

import static org.assertj.core.api.Assertions.assertThat;

import dev.baton.jobs.RetryPolicy;
import java.time.Duration;
import org.junit.jupiter.api.Test;

class RetryTextTest {

    @Test
    void aPolicyComesBackFromItsTextAsItWas() {
        RetryPolicy policy = RetryPolicy.exponential(5, Duration.ofSeconds(1), Duration.ofSeconds(10));
        assertThat(RetryText.read(5, RetryText.of(policy))).isEqualTo(policy);
    }
}
