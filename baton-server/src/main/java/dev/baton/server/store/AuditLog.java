package dev.baton.server.store;

import dev.baton.sql.jdbc.Command;
import java.sql.SQLException;
import java.time.Instant;
import java.util.List;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Who did what to the cluster, and what came of it. */
public final class AuditLog {

    private static final Logger LOG = LoggerFactory.getLogger("dev.baton.audit");
    private static final int LONGEST = 300;

    private final ServerSql sql;
    private final String node;

    public AuditLog(ServerSql sql, String node) {
        this.sql = sql;
        this.node = node;
    }

    /** One act. */
    public record Entry(
            long id, Instant at, String actor, String nodeId, String action, String subject, String outcome) {}

    /**
     * Writes an act down, in the database and in the log.
     *
     * @param client where it came from, for the log
     */
    public void record(String actor, String client, String action, String subject, String outcome) throws SQLException {
        LOG.atInfo()
                .addKeyValue("event", "operator_action")
                .addKeyValue("actor", actor)
                .addKeyValue("client", client)
                .addKeyValue("action", action)
                .addKeyValue("subject", subject)
                .addKeyValue("outcome", outcome)
                .log("operator_action");
        sql.use((words, c) -> words.get("audit-insert")
                .set("actor", cut(actor, 200))
                .set("node", node)
                .set("action", action)
                .set("subject", cut(subject, LONGEST))
                .set("outcome", cut(outcome, LONGEST))
                .update(c));
    }

    /** The latest acts, newest first. */
    public List<Entry> latest(int atMost) throws SQLException {
        return sql.use((words, c) -> words.get("audit-list")
                .plain()
                .atMost(atMost)
                .all(
                        c,
                        row -> new Entry(
                                row.getLong("id"),
                                Command.instant(row, "at"),
                                row.getString("actor"),
                                row.getString("node_id"),
                                row.getString("action"),
                                row.getString("subject"),
                                row.getString("outcome"))));
    }

    private static String cut(String text, int most) {
        return text.length() <= most ? text : text.substring(0, most);
    }
}
