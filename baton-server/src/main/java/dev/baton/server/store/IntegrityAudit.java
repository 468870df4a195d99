package dev.baton.server.store;

import dev.baton.sql.dialect.Dialects;
import dev.baton.sql.jdbc.Connections;
import dev.baton.sql.jdbc.SqlCatalog;
import dev.baton.sql.schema.TableNames;
import dev.baton.submissions.SubmissionManager;
import java.sql.SQLException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import javax.sql.DataSource;

/** Reads a whole database afterwards and looks for what must never be there. */
public final class IntegrityAudit {

    private static final int MOST = 100;
    private static final Duration OPENING = Duration.ofSeconds(30);

    /** Each reads whole tables. */
    private static final Duration LONGEST_RULE = Duration.ofHours(1);

    private static final Map<String, String> RULES = rules();

    private IntegrityAudit() {}

    /**
     * What a rule found.
     *
     * @param rule what must hold
     * @param violations the first of what does not
     */
    public record Finding(String rule, List<String> violations) {}

    private static Map<String, String> rules() {
        Map<String, String> rules = new LinkedHashMap<>();
        rules.put("audit-epochs-grow", "the epochs of a role only grow");
        rules.put("audit-lease-rows", "a lease row is never behind its history");
        rules.put("audit-attempt-epochs", "the epochs of an intent's attempts never go back");
        rules.put("audit-attempt-holders", "an attempt's epoch belonged to its holder");
        rules.put("audit-attempt-numbers", "an attempt's number was given out by its intent");
        rules.put("audit-attempts-after-end", "no attempt begins after its intent has ended");
        rules.put("audit-terminal-states", "an intent has an end time if and only if it has ended");
        rules.put("audit-accepted-attempts", "an intent that was accepted or rejected has an attempt that was");
        return rules;
    }

    /**
     * Which role executes; nothing in the database says so.
     *
     * @param name the role that does now
     * @param former the name that it had before, or empty
     */
    public record Executor(String name, String former) {

        /** Under the usual name, from the beginning. */
        public static final Executor USUAL = new Executor(SubmissionManager.ROLE, "");
    }

    public static List<Finding> examine(DataSource source, TableNames tables, Executor executor) throws SQLException {
        return Connections.useBorrowed(source, OPENING, LONGEST_RULE, connection -> {
            SqlCatalog sql =
                    new SqlCatalog(ServerSql.SUBJECTS, Dialects.of(connection).folders(), tables);
            List<Finding> findings = new ArrayList<>();
            for (Map.Entry<String, String> rule : RULES.entrySet()) {
                List<String> violations = sql.get(rule.getKey())
                        .plain()
                        .set("role", executor.name())
                        .set("former_role", executor.former())
                        .atMost(MOST)
                        .all(connection, row -> row.getString("subject") + ": " + row.getString("detail"));
                findings.add(new Finding(rule.getValue(), violations));
            }
            return findings;
        });
    }
}
