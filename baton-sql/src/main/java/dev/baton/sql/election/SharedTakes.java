package dev.baton.sql.election;

import dev.baton.election.Candidate;
import dev.baton.spi.Bid;
import dev.baton.spi.Outcome;
import dev.baton.spi.Succession;
import dev.baton.sql.database.Database;
import dev.baton.sql.jdbc.Script;
import dev.baton.sql.jdbc.Transactions;
import java.sql.Connection;
import java.sql.SQLException;
import java.time.Instant;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ThreadLocalRandom;

/**
 * Takeovers of several roles in one transaction, with one commit. Nobody is waited for: a role whose fence is not free at once
 * is left to whoever has the patience, and so are all if anything comes in between.
 */
final class SharedTakes {

    /** A bid of the holder of a lock. */
    record Take(SharedSessionRole.Grant grant, Bid bid) {}

    private record Question(Take take, Script.Answer<Boolean> closed, LeaseRows.Look look) {}

    private record Written(Bid bid, Succession.Granted granted, Script.Answer<Instant> expiresAt) {}

    private SharedTakes() {}

    /**
     * What became of them; nothing of those that were left.
     *
     * @throws SQLException also if a row was changed meanwhile: then nothing of any of them has stayed
     */
    static Map<Take, Outcome.OfTake> take(HoldingConnection session, List<Take> takes) throws SQLException {
        try {
            return Transactions.<Map<Take, Outcome.OfTake>, LeftAlone>inTransaction(
                    session.connection(), c -> takeAll(session, c, takes));
        } catch (LeftAlone e) {
            throw new SQLException("a row was changed while its role was taken over");
        }
    }

    /**
     * Begins two roles of its own, takes them over, and rolls all of it back: what a session does for the first time takes it many
     * times as long as later.
     */
    static boolean practise(HoldingConnection session, Database database, SharedSessionRole shared)
            throws SQLException {
        List<Take> takes =
                List.of(takeForPractice(session, database, shared), takeForPractice(session, database, shared));
        try {
            return Transactions.<Boolean, LeftAlone>inTransaction(session.connection(), c -> {
                takeAll(session, c, takes);
                takeAll(session, c, takes);
                throw new LeftAlone();
            });
        } catch (LeftAlone rolledBack) {
            return true;
        }
    }

    private static Take takeForPractice(HoldingConnection session, Database database, SharedSessionRole shared) {
        Candidate candidate = shared.candidate();
        long random = ThreadLocalRandom.current().nextLong();
        String role = "warm-up-" + Long.toHexString(random);
        LeaseRows rows = new LeaseRows(
                database,
                session.ready(),
                session.ready().keys(role, random),
                candidate.holderId(),
                candidate.strategy().callTimeout());
        Bid bid = new Bid(role, candidate.holderId(), candidate.nodeId(), candidate.strategy(), random, false);
        return new Take(new SharedSessionRole.Grant(session, rows), bid);
    }

    private static Map<Take, Outcome.OfTake> takeAll(HoldingConnection session, Connection c, List<Take> takes)
            throws SQLException, LeftAlone {
        Map<Take, Outcome.OfTake> outcomes = new LinkedHashMap<>();
        Map<Take, Written> granted = new LinkedHashMap<>();
        Script writes = new Script(true);
        for (Question question : asked(session, c, takes)) {
            if (!question.closed().first().orElse(false)) {
                continue;
            }
            Bid bid = question.take().bid();
            Succession.Verdict verdict = question.look().reading().judge(bid);
            if (verdict instanceof Succession.Denied denied) {
                outcomes.put(question.take(), denied.outcome());
            } else {
                Succession.Granted yes = (Succession.Granted) verdict;
                LeaseRows rows = question.take().grant().rows();
                granted.put(
                        question.take(),
                        new Written(bid, yes, rows.write(writes, bid, question.look(), yes, session.id())));
            }
        }
        if (!granted.isEmpty()) {
            writes.run(c);
        }
        for (Map.Entry<Take, Written> entry : granted.entrySet()) {
            Written written = entry.getValue();
            Instant expiresAt = written.expiresAt().first().orElseThrow(LeftAlone::new);
            outcomes.put(entry.getKey(), LeaseRows.acquired(written.bid(), written.granted(), expiresAt));
        }
        return outcomes;
    }

    /** All fences first: a look whose snapshot is older than its fence would judge by the row as it was. */
    private static List<Question> asked(HoldingConnection session, Connection c, List<Take> takes) throws SQLException {
        Script script = new Script(true);
        List<Script.Answer<Boolean>> fences = new ArrayList<>();
        for (Take take : takes) {
            long key = session.ready()
                    .keys(take.bid().role(), take.bid().scopeKey())
                    .fenceKey();
            fences.add(script.ask(
                    session.ready().sql().get("sessions-fence").set("fence_key", key),
                    row -> row.getBoolean("closed")));
        }
        List<Question> questions = new ArrayList<>();
        for (int i = 0; i < takes.size(); i++) {
            Take take = takes.get(i);
            questions.add(new Question(take, fences.get(i), take.grant().rows().look(script)));
        }
        script.run(c);
        return questions;
    }

    /** A row was changed between the look and the write: nothing of the transaction may stay. */
    private static final class LeftAlone extends Exception {
        private static final long serialVersionUID = 1L;

        LeftAlone() {
            super(null, null, false, false);
        }
    }
}
