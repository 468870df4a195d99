package dev.baton.contract;

import dev.baton.LeaderToken;
import dev.baton.LeaderWork;
import dev.baton.NotLeaderException;
import dev.baton.Term;
import dev.baton.sql.Baton;
import java.sql.PreparedStatement;
import java.sql.SQLException;
import java.time.Duration;
import java.util.List;
import java.util.UUID;
import java.util.concurrent.CopyOnWriteArrayList;

/** The work of a leader that writes rows under the fence, and keeps those whose commit was acknowledged. */
final class FencedLedger implements LeaderWork {

    /** A row of the table {@code ledger}. */
    record Entry(String id, String role, long epoch, String holder) {}

    private static final Duration PAUSE = Duration.ofMillis(20);

    private final Baton baton;
    private final List<Entry> acknowledged;

    /** @param acknowledged to which rows are added */
    FencedLedger(Baton baton, CopyOnWriteArrayList<Entry> acknowledged) {
        this.baton = baton;
        this.acknowledged = acknowledged;
    }

    @Override
    public void lead(Term term) throws InterruptedException {
        while (!term.isOver()) {
            append(term.token());
            term.awaitOver(PAUSE);
        }
    }

    private void append(LeaderToken token) {
        Entry entry = new Entry(UUID.randomUUID().toString(), token.role(), token.epoch(), token.holderId());
        try {
            baton.fenced(token, connection -> {
                try (PreparedStatement insert = connection.prepareStatement(
                        "INSERT INTO ledger (id, role, epoch, holder) VALUES (?, ?, ?, ?)")) {
                    insert.setString(1, entry.id());
                    insert.setString(2, entry.role());
                    insert.setLong(3, entry.epoch());
                    insert.setString(4, entry.holder());
                    insert.executeUpdate();
                }
            });
            acknowledged.add(entry);
        } catch (NotLeaderException | SQLException e) {
            // Not done, or nobody knows: no promise was made.
        }
    }
}
