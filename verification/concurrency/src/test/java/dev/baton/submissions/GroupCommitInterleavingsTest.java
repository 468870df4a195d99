package dev.baton.submissions;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.baton.interleavings.Together;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.Semaphore;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.locks.LockSupport;
import org.jetbrains.lincheck.Lincheck;
import org.jetbrains.lincheck.LincheckAssertionError;
import org.junit.jupiter.api.Test;

/** Callers that share commits: each gets the answer to its own item, every item is written once, nobody is left waiting. */
class GroupCommitInterleavingsTest {

    private static final int INVOCATIONS = 2_000;

    @FunctionalInterface
    private interface Submit {
        int submit(int item) throws SQLException;
    }

    /** Wakes nobody when it leaves the writer's place: who came after the batch was taken sleeps for ever. */
    private static final class Inattentive implements Submit {
        private record Waiting(Thread caller, AtomicBoolean done) {}

        private final Semaphore place = new Semaphore(1);
        private final ConcurrentLinkedQueue<Waiting> queue = new ConcurrentLinkedQueue<>();

        @Override
        public int submit(int item) {
            Waiting mine = new Waiting(Thread.currentThread(), new AtomicBoolean());
            queue.add(mine);
            while (!mine.done().get()) {
                if (place.tryAcquire()) {
                    for (Waiting next = queue.poll(); next != null; next = queue.poll()) {
                        complete(next);
                    }
                    place.release();
                } else {
                    LockSupport.park(this);
                }
            }
            return -item;
        }

        private static void complete(Waiting waiting) {
            waiting.done().set(true);
            LockSupport.unpark(waiting.caller());
        }
    }

    private static void everybodyIsAnswered(Submit commits) {
        int[] answers = new int[3];
        Together.run(
                () -> answers[0] = submit(commits, 1),
                () -> answers[1] = submit(commits, 2),
                () -> answers[2] = submit(commits, 3));
        assertThat(answers).containsExactly(-1, -2, -3);
    }

    private static int submit(Submit commits, int item) {
        try {
            return commits.submit(item);
        } catch (SQLException e) {
            throw new IllegalStateException(e);
        }
    }

    private static void shares(int writers, int most) {
        List<Integer> written = new ArrayList<>();
        GroupCommit<Integer, Integer> commits = new GroupCommit<>(writers, most, batch -> {
            synchronized (written) {
                written.addAll(batch);
            }
            return batch.stream().map(item -> -item).toList();
        });
        everybodyIsAnswered(commits::submit);
        assertThat(written).containsExactlyInAnyOrder(1, 2, 3);
    }

    @Test
    void nobodySleepsForEverAndEveryItemIsWrittenOnce() {
        Lincheck.runConcurrentTest(INVOCATIONS, () -> shares(1, 2));
        Lincheck.runConcurrentTest(INVOCATIONS, () -> shares(2, 1));
    }

    @Test
    void aWriterThatWakesNobodyIsFound() {
        assertThatThrownBy(() -> Lincheck.runConcurrentTest(INVOCATIONS, () -> everybodyIsAnswered(new Inattentive())))
                .isInstanceOf(LincheckAssertionError.class);
    }
}
