package dev.baton.submissions.executor;

import dev.baton.FenceDemand;
import dev.baton.submissions.model.IntentStatus;
import dev.baton.submissions.store.AttemptWrites;
import dev.baton.submissions.store.Due;
import dev.baton.submissions.store.Expired;
import dev.baton.submissions.store.Started;
import java.sql.SQLException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.function.Consumer;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Records starts: one fenced transaction for all that are taken, and the deadline of those that come too late. */
final class Starter {

    private static final Logger LOG = LoggerFactory.getLogger(Starter.class);

    private final TermContext context;
    private final AttemptWrites writes;
    private final Consumer<String> refused;

    Starter(TermContext context, AttemptWrites writes, Consumer<String> refused) {
        this.context = context;
        this.writes = writes;
        this.refused = refused;
    }

    /** What a batch came to. */
    private record Batch(List<Started> started, List<Expired> expired) {}

    /** The attempts that are now on record as started; the other intents have moved on. */
    List<Started> start(List<Due> due) throws SQLException {
        context.parts().listener().starting(due.stream().map(Due::intentId).toList());
        List<Started> started = new ArrayList<>();
        start(due, started);
        return started;
    }

    private void start(List<Due> due, List<Started> all) throws SQLException {
        try {
            Batch batch = context.fenced(FenceDemand.UNEXPIRED, c -> {
                List<Started> started = writes.start(c, context.token(), due);
                List<Expired> expired = started.size() == due.size()
                        ? List.of()
                        : writes.expire(c, context.token(), missing(due, started));
                return new Batch(started, expired);
            });
            all.addAll(batch.started());
            batch.expired().forEach(this::announce);
        } catch (SQLException e) {
            if (!DataErrors.isData(e)) {
                throw e;
            }
            if (due.size() > 1) {
                start(due.subList(0, due.size() / 2), all);
                start(due.subList(due.size() / 2, due.size()), all);
            } else {
                LOG.error(
                        "intent {} cannot be started and is left alone in this term",
                        due.get(0).intentId(),
                        e);
                refused.accept(due.get(0).intentId());
            }
        }
    }

    private static List<String> missing(List<Due> due, List<Started> started) {
        Set<String> there = new HashSet<>();
        started.forEach(one -> there.add(one.intentId()));
        return due.stream().map(Due::intentId).filter(id -> !there.contains(id)).toList();
    }

    private void announce(Expired expired) {
        context.parts()
                .listener()
                .terminal(
                        expired.intentId(),
                        expired.target(),
                        IntentStatus.EXHAUSTED,
                        Duration.ofMillis(expired.ageMillis()));
        context.parts().settled().accept(List.of(expired.intentId()));
    }
}
