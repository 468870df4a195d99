package dev.baton.submissions.model;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

class SubmissionListenersTest {

    /** Who tells them is a thread of the executor's, or a client's. */
    @Test
    void anErrorOfOneHarmsNeitherTheOthersNorWhoTellsThem() {
        List<String> heard = new ArrayList<>();
        SubmissionListener all = SubmissionListeners.of(List.of(
                failing(new StackOverflowError("says the test")),
                failing(new IllegalStateException("says the test")),
                new SubmissionListener() {
                    @Override
                    public void created(String target) {
                        heard.add(target);
                    }
                }));
        all.created("three");
        assertThat(heard).containsExactly("three");
    }

    private static SubmissionListener failing(Throwable why) {
        return new SubmissionListener() {
            @Override
            public void created(String target) {
                if (why instanceof Error error) {
                    throw error;
                }
                throw (RuntimeException) why;
            }
        };
    }
}
