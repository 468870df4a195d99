package dev.baton.failures.driver;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.EnumSet;
import java.util.List;
import java.util.Set;
import java.util.concurrent.CopyOnWriteArrayList;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

@Timeout(60)
class FailurePlanTest {

    private static final Set<Thread.State> AT_REST =
            EnumSet.of(Thread.State.WAITING, Thread.State.TIMED_WAITING, Thread.State.TERMINATED);

    /** Else nobody would start a successor of an instance that dies a moment later, and its work would be stuck. */
    @Test
    void nothingIsHealedBeforeTheCallThatIsFailingHasFailed() throws Exception {
        FailurePlan plan = new FailurePlan();
        plan.begin(new Call(Call.Kind.WRITE, "claim", 1), Failure.KILLED_AFTER);
        assertThat(plan.next(Call.Kind.WRITE, "claim")).contains(Failure.KILLED_AFTER);
        List<String> events = new CopyOnWriteArrayList<>();
        Thread healer = new Thread(() -> {
            try {
                plan.heal();
                events.add("healed");
            } catch (InterruptedException e) {
                events.add("interrupted");
            }
        });
        healer.start();
        while (!AT_REST.contains(healer.getState())) {
            Thread.onSpinWait();
        }
        events.add("dead");
        plan.over();
        healer.join();
        assertThat(events).containsExactly("dead", "healed");
    }

    @Test
    void whereNothingFailsNobodyWaits() throws Exception {
        FailurePlan plan = new FailurePlan();
        plan.begin();
        assertThat(plan.next(Call.Kind.WRITE, "claim")).isEmpty();
        plan.heal();
        assertThat(plan.hasStruck()).isFalse();
    }
}
