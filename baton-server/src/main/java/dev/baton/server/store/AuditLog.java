package dev.baton.server.store;

import dev.baton.sql.ActNote;
import dev.baton.sql.jdbc.Command;
import dev.baton.sql.jdbc.SqlCatalog;
import dev.baton.submissions.model.Limits;
import java.sql.Connection;
import java.sql.SQLException;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Who did what to the cluster, and what came of it. Each node has a chain of its own: a node that stands still in the middle
 * of a transaction keeps no other from writing.
 */
public final class AuditLog {

    private static final Logger LOG = LoggerFactory.getLogger("dev.baton.audit");
    private static final int LONGEST = 300;
    private static final int LONGEST_ACTOR = 200;
    private static final int LONGEST_NAME = 64;

    private final ServerSql sql;
    private final String node;
    private volatile boolean begun;

    public AuditLog(ServerSql sql, String node) {
        this.sql = sql;
        this.node = node;
    }

    /**
     * What somebody does.
     *
     * @param client where it comes from
     * @param requestId what the request is called in logs and answers
     */
    public record Act(String actor, String client, String requestId, String action, String subject) {}

    /** Something that is written down with the act that it is about. */
    public final class Note implements ActNote {
        private final Act act;
        private final String outcome;
        private AuditLine written;

        private Note(Act act, String outcome) {
            this.act = act;
            this.outcome = outcome;
        }

        @Override
        public void write(Connection connection) throws SQLException {
            written = append(sql.words(), connection, act, outcome);
        }

        /** Whether there was something to write it with. */
        public boolean isWritten() {
            return written != null;
        }

        /** Says in the log what was written, once it was committed: there it is out of reach of who can write the database. */
        public void log() {
            if (written != null) {
                AuditLog.log(written);
            }
        }
    }

    /** For the transaction of an act. */
    public Note note(Act act, String outcome) throws SQLException {
        begin();
        return new Note(act, outcome);
    }

    /** What somebody has done, and what came of it. */
    public record Entry(Act act, String outcome) {}

    /** Writes down what has no transaction of its own. */
    public void record(Act act, String outcome) throws SQLException {
        record(List.of(new Entry(act, outcome)));
    }

    /** The same for several, together. */
    public void record(List<Entry> entries) throws SQLException {
        if (entries.isEmpty()) {
            return;
        }
        begin();
        List<AuditLine> lines = sql.inTransaction((words, c) -> {
            List<AuditLine> written = new ArrayList<>();
            for (Entry entry : entries) {
                written.add(append(words, c, entry.act(), entry.outcome()));
            }
            return written;
        });
        lines.forEach(AuditLog::log);
    }

    /** Before any transaction, because two that begin the same chain collide. */
    private void begin() throws SQLException {
        if (!begun) {
            sql.inTransaction(
                    (words, c) -> words.get("chain-begin").set("node", node).update(c));
            begun = true;
        }
    }

    private AuditLine append(SqlCatalog words, Connection c, Act act, String outcome) throws SQLException {
        if (words.get("chain-extend").set("node", node).update(c) != 1) {
            begun = false; // lost with a fail-over of the database: begun anew with the next act
            throw new SQLException("the audit's chain of node '" + node + "' is not there: try again");
        }
        AuditLine line = words.get("chain-end")
                .set("node", node)
                .first(
                        c,
                        end -> line(act, outcome, end.getLong("line_number"), end.getLong("at_micros"))
                                .withHash(end.getString("hash")))
                .orElseThrow();
        AuditLine chained = line.withHash(line.hashAfter(line.hash()));
        insert(words, c, chained);
        words.get("chain-close").set("node", node).set("hash", chained.hash()).update(c);
        return chained;
    }

    private AuditLine line(Act act, String outcome, long number, long atMicros) {
        return new AuditLine(
                node,
                number,
                Instant.EPOCH.plus(atMicros, ChronoUnit.MICROS),
                Limits.storable(act.actor(), LONGEST_ACTOR),
                Limits.storable(act.client(), LONGEST_NAME),
                Limits.storable(act.requestId(), LONGEST_NAME),
                act.action(),
                Limits.storable(act.subject(), LONGEST),
                Limits.storable(outcome, LONGEST),
                "");
    }

    private static void insert(SqlCatalog words, Connection c, AuditLine line) throws SQLException {
        words.get("trail-insert")
                .set("node", line.nodeId())
                .set("line", line.number())
                .set("at_micros", line.atMicros())
                .set("actor", line.actor())
                .set("client", line.client())
                .set("request", line.requestId())
                .set("action", line.action())
                .set("subject", line.subject())
                .set("outcome", line.outcome())
                .set("hash", line.hash())
                .update(c);
    }

    private static void log(AuditLine line) {
        LOG.atInfo()
                .addKeyValue("event", "operator_action")
                .addKeyValue("actor", line.actor())
                .addKeyValue("client", line.client())
                .addKeyValue("request_id", line.requestId())
                .addKeyValue("action", line.action())
                .addKeyValue("subject", line.subject())
                .addKeyValue("outcome", line.outcome())
                .addKeyValue("audit_line", line.number())
                .addKeyValue("audit_hash", line.hash())
                .log("operator_action");
    }

    /** The latest acts, newest first, those that programs of before have written among them. */
    public List<AuditLine> latest(int atMost) throws SQLException {
        return sql.use((words, c) -> {
            List<AuditLine> lines = new ArrayList<>(
                    words.get("trail-latest").set("at_most", atMost).all(c, AuditLine::read));
            lines.addAll(unchained(words, c, atMost));
            lines.sort(Comparator.comparing(AuditLine::at).reversed());
            return List.copyOf(lines.subList(0, Math.min(atMost, lines.size())));
        });
    }

    static List<AuditLine> unchained(SqlCatalog words, Connection c, int atMost) throws SQLException {
        return words.get("audit-list")
                .plain()
                .atMost(atMost)
                .all(
                        c,
                        row -> new AuditLine(
                                row.getString("node_id"),
                                0,
                                Command.instant(row, "at"),
                                row.getString("actor"),
                                "",
                                "",
                                row.getString("action"),
                                row.getString("subject"),
                                row.getString("outcome"),
                                ""));
    }
}
