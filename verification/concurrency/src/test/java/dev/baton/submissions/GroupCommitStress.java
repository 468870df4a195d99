package dev.baton.submissions;

import dev.baton.submissions.store.GroupCommit;
import java.sql.SQLException;
import java.util.List;
import java.util.Locale;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicIntegerArray;
import java.util.concurrent.atomic.AtomicReferenceArray;
import java.util.concurrent.locks.LockSupport;
import java.util.stream.IntStream;
import org.openjdk.jcstress.annotations.Actor;
import org.openjdk.jcstress.annotations.Arbiter;
import org.openjdk.jcstress.annotations.Expect;
import org.openjdk.jcstress.annotations.JCStressTest;
import org.openjdk.jcstress.annotations.Outcome;
import org.openjdk.jcstress.annotations.State;
import org.openjdk.jcstress.infra.results.LLLL_Result;
import org.openjdk.jcstress.infra.results.LLL_Result;

/**
 * Callers that share commits. Each brings a letter and is answered with the capital; the last field of a result says how often
 * each letter was committed. Run by {@link GroupCommitStressTest}.
 */
public final class GroupCommitStress {

    private GroupCommitStress() {}

    /**
     * Stands for the database: all of a batch is committed, or nothing. The first commit goes on until everybody has come, so
     * that they meet; and whoever is parked is woken, as a park may end for no reason, so that callers look while their
     * answers are being given.
     */
    private static final class Table {
        private static final int LONG_ENOUGH = 10_000;

        private final AtomicIntegerArray committed;
        private final AtomicReferenceArray<Thread> callers;
        private final AtomicInteger missing;
        private final String refused;
        private final String broken;
        private final GroupCommit<String, String> commits;

        Table(int callers, int places, int most, String refused, String broken) {
            this.committed = new AtomicIntegerArray(callers);
            this.callers = new AtomicReferenceArray<>(callers);
            this.missing = new AtomicInteger(callers);
            this.refused = refused;
            this.broken = broken;
            this.commits =
                    new GroupCommit<>(places, most, error -> error.getSQLState().startsWith("22"), this::write);
        }

        @SuppressWarnings("ThreadPriorityCheck") // the others are to run, also on one processor
        private List<String> write(List<String> batch) throws SQLException {
            for (int i = 0; i < LONG_ENOUGH && missing.get() > 0; i++) {
                Thread.yield();
            }
            for (int i = 0; i < callers.length(); i++) {
                LockSupport.unpark(callers.get(i));
            }
            if (batch.contains(refused)) {
                throw new SQLException("no such letter", "22000");
            }
            if (batch.contains(broken)) {
                throw new IllegalStateException("the connection is gone");
            }
            batch.forEach(letter -> committed.incrementAndGet(index(letter)));
            return batch.stream().map(letter -> letter.toUpperCase(Locale.ROOT)).toList();
        }

        private static int index(String letter) {
            return letter.charAt(0) - 'a';
        }

        String submit(String letter) {
            callers.set(index(letter), Thread.currentThread());
            missing.decrementAndGet();
            try {
                return commits.submit(letter);
            } catch (SQLException e) {
                return "refused";
            } catch (IllegalStateException e) {
                return "broken";
            }
        }

        String submitInterrupted(String letter) {
            Thread.currentThread().interrupt();
            String answer = submit(letter);
            return Thread.interrupted() ? answer : "forgot that it was interrupted";
        }

        List<Integer> committed() {
            return IntStream.range(0, committed.length())
                    .mapToObj(committed::get)
                    .toList();
        }
    }

    /** One place, one at a time; the second caller comes interrupted, and stays so. */
    @JCStressTest
    @State
    @Outcome(id = "A, B, \\[1, 1\\]", expect = Expect.ACCEPTABLE, desc = "each once, each its own")
    @Outcome(expect = Expect.FORBIDDEN, desc = "lost, doubled or mixed up")
    public static class TwoCallers {
        private final Table table = new Table(2, 1, 1, "none", "none");

        @Actor
        public void first(LLL_Result r) {
            r.r1 = table.submit("a");
        }

        @Actor
        public void second(LLL_Result r) {
            r.r2 = table.submitInterrupted("b");
        }

        @Arbiter
        public void look(LLL_Result r) {
            r.r3 = table.committed();
        }
    }

    /** One place and batches of two: some are answered by another, and who is left over must be woken. */
    @JCStressTest
    @State
    @Outcome(id = "A, B, C, \\[1, 1, 1\\]", expect = Expect.ACCEPTABLE, desc = "each once, each its own")
    @Outcome(expect = Expect.FORBIDDEN, desc = "lost, doubled or mixed up")
    public static class ThreeCallers {
        private final Table table = new Table(3, 1, 2, "none", "none");

        @Actor
        public void first(LLLL_Result r) {
            r.r1 = table.submit("a");
        }

        @Actor
        public void second(LLLL_Result r) {
            r.r2 = table.submit("b");
        }

        @Actor
        public void third(LLLL_Result r) {
            r.r3 = table.submit("c");
        }

        @Arbiter
        public void look(LLLL_Result r) {
            r.r4 = table.committed();
        }
    }

    /** The database refuses the data of one: the others of its batch are committed all the same. */
    @JCStressTest
    @State
    @Outcome(id = "A, refused, C, \\[1, 0, 1\\]", expect = Expect.ACCEPTABLE, desc = "only the culprit is refused")
    @Outcome(expect = Expect.FORBIDDEN, desc = "lost, doubled or mixed up")
    public static class OneIsRefused {
        private final Table table = new Table(3, 1, 100, "b", "none");

        @Actor
        public void first(LLLL_Result r) {
            r.r1 = table.submit("a");
        }

        @Actor
        public void second(LLLL_Result r) {
            r.r2 = table.submit("b");
        }

        @Actor
        public void third(LLLL_Result r) {
            r.r3 = table.submit("c");
        }

        @Arbiter
        public void look(LLLL_Result r) {
            r.r4 = table.committed();
        }
    }

    /** A batch breaks: whoever was in it is told so, and nobody else. */
    @JCStressTest
    @State
    @Outcome(id = "A, B, broken, \\[1, 1, 0\\]", expect = Expect.ACCEPTABLE, desc = "it was alone")
    @Outcome(id = "A, broken, broken, \\[1, 0, 0\\]", expect = Expect.ACCEPTABLE, desc = "one was with it")
    @Outcome(id = "broken, B, broken, \\[0, 1, 0\\]", expect = Expect.ACCEPTABLE, desc = "the other was with it")
    @Outcome(id = "broken, broken, broken, \\[0, 0, 0\\]", expect = Expect.ACCEPTABLE, desc = "both were with it")
    @Outcome(expect = Expect.FORBIDDEN, desc = "what was said is not what was done")
    public static class OneBreaks {
        private final Table table = new Table(3, 1, 100, "none", "c");

        @Actor
        public void first(LLLL_Result r) {
            r.r1 = table.submit("a");
        }

        @Actor
        public void second(LLLL_Result r) {
            r.r2 = table.submit("b");
        }

        @Actor
        public void third(LLLL_Result r) {
            r.r3 = table.submit("c");
        }

        @Arbiter
        public void look(LLLL_Result r) {
            r.r4 = table.committed();
        }
    }
}
