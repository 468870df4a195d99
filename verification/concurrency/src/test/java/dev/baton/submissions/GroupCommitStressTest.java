package dev.baton.submissions;

import static org.assertj.core.api.Assertions.assertThat;

import dev.baton.interleavings.Stress;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The batch writer under jcstress: every item written once, every caller its own answer, nobody asleep for ever. */
class GroupCommitStressTest {

    @TempDir
    Path folder;

    @Test
    void everyItemIsWrittenOnceAndEveryCallerIsAnswered() throws Exception {
        Stress.Result result = new Stress(folder)
                .run(
                        GroupCommitStress.TwoCallers.class,
                        GroupCommitStress.ThreeCallers.class,
                        GroupCommitStress.OneIsRefused.class,
                        GroupCommitStress.OneBreaks.class);

        assertThat(result.verdict()).as(result.output()).isEqualTo(Stress.Verdict.PASSED);
        System.out.print(result.output());
    }

    @Test
    void aWriterThatWakesNobodyIsFound() throws Exception {
        Stress.Result result = planted("LockSupport.unpark(next.caller);", "").run(GroupCommitStress.TwoCallers.class);

        assertThat(result.verdict()).as(result.output()).isEqualTo(Stress.Verdict.ASLEEP);
        assertThat(result.output()).contains("GroupCommit.submit");
    }

    @Test
    void anAnswerThatIsSaidToBeThereBeforeItIsThereIsFound() throws Exception {
        Stress.Result result = planted("result = given;", "done = true; Thread.yield(); result = given;")
                .run(GroupCommitStress.ThreeCallers.class);

        assertThat(result.verdict()).as(result.output()).isEqualTo(Stress.Verdict.FORBIDDEN);
        assertThat(result.output()).contains("null");
    }

    @Test
    void aRefusalThatTakesTheOthersAlongIsFound() throws Exception {
        Stress.Result result =
                planted("batch, isDataError,", "batch, e -> false,").run(GroupCommitStress.OneIsRefused.class);

        assertThat(result.verdict()).as(result.output()).isEqualTo(Stress.Verdict.FORBIDDEN);
    }

    private Stress planted(String words, String instead) throws Exception {
        return new Stress(folder)
                .planted("baton-submissions", "dev.baton.submissions.store.GroupCommit", words, instead);
    }
}
