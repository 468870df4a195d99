package dev.baton.submissions.store;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.sql.SQLException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.Callable;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;

class GroupCommitTest {

    private static final int CALLERS = 8;
    private static final int EACH = 2_000;

    @Test
    void everyCallerGetsItsOwnAnswer() throws Exception {
        AtomicInteger writes = new AtomicInteger();
        GroupCommit<Integer, String> commits = new GroupCommit<>(2, 5, GroupCommitTest::isDataError, batch -> {
            writes.incrementAndGet();
            assertThat(batch).hasSizeLessThanOrEqualTo(5);
            return batch.stream().map(number -> "answer " + number).toList();
        });
        ExecutorService threads = Executors.newFixedThreadPool(CALLERS);
        List<Callable<Boolean>> callers = new ArrayList<>();
        for (int c = 0; c < CALLERS; c++) {
            int from = c * EACH;
            callers.add(() -> {
                for (int i = from; i < from + EACH; i++) {
                    assertThat(commits.submit(i)).isEqualTo("answer " + i);
                }
                return true;
            });
        }
        for (Future<Boolean> caller : threads.invokeAll(callers)) {
            assertThat(caller.get()).isTrue();
        }
        threads.shutdown();
        assertThat(writes.get()).isLessThanOrEqualTo(CALLERS * EACH);
    }

    private static boolean isDataError(SQLException error) {
        return error.getSQLState().startsWith("22");
    }

    /** The one that the database refuses must not take the others of its batch along. */
    @Test
    void aRefusedItemFailsAlone() throws Exception {
        GroupCommit<String, String> commits = new GroupCommit<>(1, 100, GroupCommitTest::isDataError, batch -> {
            if (batch.contains("poison")) {
                throw new SQLException("no", "22000");
            }
            return batch;
        });
        ExecutorService threads = Executors.newFixedThreadPool(CALLERS);
        List<Callable<String>> callers = new ArrayList<>();
        for (int c = 0; c < CALLERS; c++) {
            String item = c == 3 ? "poison" : "item " + c;
            callers.add(() -> {
                for (int i = 0; i < 200; i++) {
                    if (item.equals("poison")) {
                        assertThatThrownBy(() -> commits.submit(item)).isInstanceOf(SQLException.class);
                    } else {
                        assertThat(commits.submit(item)).isEqualTo(item);
                    }
                }
                return item;
            });
        }
        for (Future<String> caller : threads.invokeAll(callers)) {
            assertThat(caller.get()).isNotEmpty();
        }
        threads.shutdown();
    }

    /** Not even an Error leaves a caller waiting for ever, or takes a writer's place with it. */
    @Test
    void whateverTheWriterThrowsReachesTheCaller() throws SQLException {
        List<Throwable> problems =
                new ArrayList<>(List.of(new StackOverflowError("deep"), new IllegalStateException("odd")));
        GroupCommit<String, String> commits = new GroupCommit<>(1, 100, GroupCommitTest::isDataError, batch -> {
            if (problems.isEmpty()) {
                return batch;
            }
            Throwable problem = problems.remove(0);
            if (problem instanceof Error error) {
                throw error;
            }
            throw (RuntimeException) problem;
        });
        assertThatThrownBy(() -> commits.submit("a")).hasRootCauseInstanceOf(StackOverflowError.class);
        assertThatThrownBy(() -> commits.submit("b")).hasRootCauseMessage("odd");
        assertThat(commits.submit("c")).isEqualTo("c");
    }

    /** While a writer hangs; who stays is written when the place is free, and nobody who has gone. */
    @Test
    void whoDoesNotWaitAnyLongerIsNotWritten() throws Exception {
        CountDownLatch hangs = new CountDownLatch(1);
        CountDownLatch goesOn = new CountDownLatch(1);
        List<String> written = new CopyOnWriteArrayList<>();
        GroupCommit<String, String> commits = new GroupCommit<>(1, 100, GroupCommitTest::isDataError, batch -> {
            written.addAll(batch);
            hangs.countDown();
            awaitQuietly(goesOn);
            return batch;
        });
        ExecutorService threads = Executors.newFixedThreadPool(2);
        Future<String> first = threads.submit(() -> commits.submit("first"));
        hangs.await();
        assertThat(commits.submitWithin("impatient", Duration.ofMillis(20))).isEmpty();
        Future<Optional<String>> patient = threads.submit(() -> commits.submitWithin("patient", Duration.ofMinutes(5)));
        goesOn.countDown();
        assertThat(first.get()).isEqualTo("first");
        assertThat(patient.get()).contains("patient");
        threads.shutdown();
        assertThat(written).containsExactly("first", "patient");
    }

    private static void awaitQuietly(CountDownLatch latch) {
        try {
            latch.await();
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }
}
