package dev.baton.opentelemetry;

import static org.assertj.core.api.Assertions.assertThat;

import dev.baton.LeadershipEvent;
import dev.baton.LeadershipEvent.Cause;
import dev.baton.LeadershipEvent.Kind;
import dev.baton.sql.Baton;
import dev.baton.testkit.PostgresDatabase;
import io.opentelemetry.api.common.AttributeKey;
import io.opentelemetry.api.trace.StatusCode;
import io.opentelemetry.sdk.trace.data.LinkData;
import io.opentelemetry.sdk.trace.data.SpanData;
import org.junit.jupiter.api.Test;

class LeadershipSpansTest {

    private final Spans spans = new Spans();

    @Test
    void aTermsEndIsLinkedToItsBeginning() {
        try (Baton baton = Baton.on(PostgresDatabase.fresh().dataSource())
                .listener(new LeadershipSpans(spans.telemetry()))
                .start()) {
            baton.campaign("r");
            spans.one("baton.leader_acquired");
        }

        SpanData acquired = spans.one("baton.leader_acquired");
        SpanData released = spans.one("baton.leader_released");
        assertThat(acquired.getAttributes().get(AttributeKey.stringKey("baton.role")))
                .isEqualTo("r");
        assertThat(acquired.getAttributes().get(AttributeKey.longKey("baton.lease_epoch")))
                .isEqualTo(1);
        assertThat(released.getLinks()).extracting(LinkData::getSpanContext).containsExactly(acquired.getSpanContext());
    }

    @Test
    void aLossIsAFailureWithItsCauseAndHeartbeatsAreNothing() {
        LeadershipSpans listener = new LeadershipSpans(spans.telemetry());
        listener.on(LeadershipEvent.of(Kind.LEADER_RENEWED, "r", "h", 3));
        listener.on(LeadershipEvent.of(Kind.LEADER_LOST, "r", "h", 3)
                .by(Cause.DATABASE_ERROR)
                .because("the connection was cut"));

        SpanData lost = spans.one("baton.leader_lost");
        assertThat(lost.getStatus().getStatusCode()).isEqualTo(StatusCode.ERROR);
        assertThat(lost.getAttributes().get(AttributeKey.stringKey("baton.cause")))
                .isEqualTo("database_error");
        assertThat(spans.named("baton.leader_renewed")).isEmpty();
    }
}
