package dev.baton.spring.election;

import dev.baton.LeadershipEvent;
import dev.baton.LeadershipEvent.Kind;
import dev.baton.LeadershipListener;
import org.springframework.context.ApplicationEventPublisher;

/** Publishes what happens to this instance's candidacies; heartbeats excepted, of which there are two a second. */
final class ApplicationEvents implements LeadershipListener {

    private final ApplicationEventPublisher publisher;

    ApplicationEvents(ApplicationEventPublisher publisher) {
        this.publisher = publisher;
    }

    @Override
    public void on(LeadershipEvent event) {
        if (event.kind() != Kind.LEADER_RENEWED) {
            publisher.publishEvent(event);
        }
    }
}
