package dev.baton.testkit;

import dev.baton.LeadershipEvent;
import dev.baton.LeadershipEvent.Kind;
import dev.baton.LeadershipListener;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.function.Predicate;
import org.awaitility.Awaitility;

/** What one instance was told, in order: tests wait for what it says instead of sleeping. */
public final class EventLog implements LeadershipListener {

    private final List<LeadershipEvent> events = new CopyOnWriteArrayList<>();

    @Override
    public void on(LeadershipEvent event) {
        events.add(event);
    }

    /** Everything heard so far. */
    public List<LeadershipEvent> all() {
        return List.copyOf(events);
    }

    /** Everything of a kind heard so far about a role. */
    public List<LeadershipEvent> all(Kind kind, String role) {
        return events.stream()
                .filter(event -> event.kind() == kind && event.role().equals(role))
                .toList();
    }

    /** The first event of a kind about a role, waited for if need be. */
    public LeadershipEvent await(Kind kind, String role) {
        return await(kind, role, event -> true);
    }

    /** The first such event that also passes the condition, waited for if need be. */
    public LeadershipEvent await(Kind kind, String role, Predicate<LeadershipEvent> condition) {
        return Awaitility.await(kind.label() + " of " + role)
                .atMost(TestPatience.LONGEST_WAIT)
                .pollInterval(Duration.ofMillis(5))
                .until(() -> all(kind, role).stream().filter(condition).findFirst(), java.util.Optional::isPresent)
                .orElseThrow();
    }
}
