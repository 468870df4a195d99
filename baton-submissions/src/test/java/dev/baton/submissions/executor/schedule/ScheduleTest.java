package dev.baton.submissions.executor.schedule;

import static org.assertj.core.api.Assertions.assertThat;

import dev.baton.submissions.store.Due;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.Test;

class ScheduleTest {

    private static final String LANE = "sms";
    private static final long LONG_AGO = -1_000_000;

    private final AtomicLong now = new AtomicLong();

    /** A server that stood still between two rows, or an answer that came late, says of the older one that it has waited less. */
    @Test
    void theOrderOfALaneIsTheDatabasesHoweverLongItsAnswersTook() {
        Schedule schedule = new Schedule(10, now::get);
        schedule.reload(LANE, List.of(due("a", 1, -100), due("b", 2, -108), due("c", 3, -107)), 0);
        schedule.load(due("d", 4, -250), 0);

        assertThat(taken(schedule)).containsExactly("a", "b", "c", "d");
    }

    @Test
    void whatIsBeyondTheHorizonWaitsInTheDatabaseHoweverLateItsAnswer() {
        Schedule schedule = new Schedule(2, now::get);
        schedule.reload(LANE, List.of(due("a", 1, -100), due("b", 2, -100)), 0);
        schedule.load(due("c", 3, -500), 0);

        assertThat(schedule.lane(LANE).size()).isEqualTo(2);
        assertThat(taken(schedule)).containsExactly("a", "b");
        assertThat(schedule.lane(LANE).wantsMore()).isTrue();
    }

    @Test
    void aWindowWhoseHeadIsAllUnderWayStillTakesWhatBelongsBeforeItsHorizon() {
        Schedule schedule = new Schedule(1, now::get);
        schedule.begin("b");
        schedule.reload(LANE, List.of(due("b", 2, -100)), 0);
        schedule.load(due("a", 1, -100), 0);
        schedule.load(due("c", 3, -100), 0);

        assertThat(taken(schedule)).containsExactly("a");
    }

    /** A constraint may be gone again, and a term may last for months. */
    @Test
    void whatTheDatabaseRefusedToStartIsOfferedAgainAfterAMinute() {
        Schedule schedule = new Schedule(10, now::get);
        schedule.refuse("a");
        schedule.load(due("a", 1, -100), 0);
        schedule.reload(LANE, List.of(due("a", 1, -100), due("b", 2, -100)), 0);
        assertThat(taken(schedule)).containsExactly("b");

        now.addAndGet(Duration.ofMinutes(1).toNanos());
        schedule.load(due("a", 1, -100), 0);
        assertThat(taken(schedule)).containsExactly("a");
    }

    private static Due due(String intentId, long dueMicros, long dueInMillis) {
        return new Due(intentId, LANE, 0, dueMicros, LONG_AGO + dueInMillis);
    }

    private static List<String> taken(Schedule schedule) {
        List<String> ids = new ArrayList<>();
        GatewayWindow lane = schedule.lane(LANE);
        while (lane.hasDue(0)) {
            ids.add(lane.take().intentId());
        }
        return ids;
    }
}
