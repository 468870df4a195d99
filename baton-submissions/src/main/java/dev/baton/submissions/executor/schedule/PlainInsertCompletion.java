package dev.baton.submissions.executor.schedule;

import dev.baton.FenceDemand;
import dev.baton.NotLeaderException;
import dev.baton.sql.jdbc.BatchWrites;
import dev.baton.submissions.executor.term.TermContext;
import dev.baton.submissions.model.Contract;
import dev.baton.submissions.model.Policy;
import dev.baton.submissions.store.HeldRows;
import dev.baton.submissions.store.PlainInserts;
import dev.baton.submissions.store.PlainInserts.Plain;
import dev.baton.support.PassedOver;
import java.sql.Connection;
import java.sql.SQLException;
import java.time.Duration;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Completes intents that were inserted by plain SQL before they are loaded, so that the limits of their gateway and their
 * deadline hold for them as for any other. An intent without a lane is never in the window.
 */
final class PlainInsertCompletion {

    private static final Logger LOG = LoggerFactory.getLogger(PlainInsertCompletion.class);
    private static final int AT_ONCE = 500;

    /** The database may change its mind, and a term may last for months. */
    private static final Duration LEFT_ALONE = Duration.ofMinutes(1);

    private static final Duration HELD = Duration.ofSeconds(1);

    private final TermContext context;
    private final PlainInserts rows;

    /** Of which the database will not have any change, for now. */
    private final PassedOver<String> leftAlone;

    /** By somebody else, just now. */
    private final PassedOver<String> held;

    private boolean tooMany;

    PlainInsertCompletion(TermContext context, PlainInserts rows) {
        this.context = context;
        this.rows = rows;
        this.leftAlone = new PassedOver<>(context.parts().time(), LEFT_ALONE);
        this.held = new PassedOver<>(context.parts().time(), HELD);
    }

    /** A refusal that passes leaves them for the next time. */
    void run() throws SQLException {
        try {
            List<Plain> some;
            tooMany = false;
            do {
                Set<String> passedOver = new HashSet<>(leftAlone.all());
                passedOver.addAll(held.all());
                some = context.parts().sql().use(c -> rows.some(c, AT_ONCE + passedOver.size())).stream()
                        .filter(row -> !passedOver.contains(row.intentId()))
                        .toList();
                complete(some);
            } while (some.size() >= AT_ONCE && !tooMany);
        } catch (NotLeaderException e) {
            if (!TermContext.isPassing(e)) {
                throw e;
            }
        }
    }

    private void complete(List<Plain> some) throws SQLException {
        if (!some.isEmpty()) {
            BatchWrites.writeOrSplit(some, context::isDataError, this::completeAtOnce, this::completeWithoutDeadline);
        }
    }

    private void completeAtOnce(List<Plain> some) throws SQLException {
        List<String> ids = some.stream().map(Plain::intentId).toList();
        Set<String> free = context.fencedBegin(FenceDemand.UNEXPIRED, c -> {
            Set<String> mine = new HeldRows(context.parts().sql()).free(c, ids);
            for (Plain row : some) {
                if (mine.contains(row.intentId())) {
                    complete(c, row, maxAcceptance(row));
                }
            }
            return mine;
        });
        ids.stream().filter(id -> !free.contains(id)).forEach(id -> passOver(held, id));
    }

    private void passOver(PassedOver<String> some, String intentId) {
        tooMany |= !some.add(intentId);
    }

    /** A deadline that is beyond what the database can hold is none. An intent that cannot be written at all deposes nobody. */
    private void completeWithoutDeadline(Plain row, SQLException error) throws SQLException {
        LOG.warn("the deadline of intent {} cannot be stored, so it has none", row.intentId(), error);
        try {
            context.fencedBegin(FenceDemand.UNEXPIRED, c -> {
                complete(c, row, Optional.empty());
                return true;
            });
        } catch (SQLException again) {
            if (!context.isDataError(again)) {
                throw again;
            }
            LOG.error("intent {} cannot be written and is left alone for a while", row.intentId(), again);
            passOver(leftAlone, row.intentId());
        }
    }

    private void complete(Connection connection, Plain row, Optional<Duration> maxAcceptance) throws SQLException {
        Contract contract = context.contract(row.contract());
        rows.complete(connection, context.token(), row, contract.gateway().name(), maxAcceptance);
    }

    private Optional<Duration> maxAcceptance(Plain row) {
        return context.contract(row.contract()).policy() instanceof Policy.Deadline deadline
                ? Optional.of(deadline.maxAcceptance())
                : Optional.empty();
    }
}
