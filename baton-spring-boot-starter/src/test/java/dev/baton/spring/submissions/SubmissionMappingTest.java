package dev.baton.spring.submissions;

import static org.assertj.core.api.Assertions.assertThat;

import dev.baton.spring.properties.SubmissionProperties;
import dev.baton.submissions.SubmissionSettings;
import dev.baton.submissions.model.RetryDelay;
import java.util.List;
import org.junit.jupiter.api.Test;

class SubmissionMappingTest {

    @Test
    void theDefaultsAreThoseOfTheLibrary() {
        SubmissionProperties properties = new SubmissionProperties();
        assertThat(new SubmissionMapping(properties).settings(List.of(), List.of()))
                .isEqualTo(SubmissionSettings.of(List.of(), List.of()));
        assertThat(RetryDelay.fixed(properties.getRetryDelay())).isEqualTo(RetryDelay.DEFAULT);
    }
}
