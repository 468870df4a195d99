package dev.baton.failures.driver;

import dev.baton.jobs.store.JobDatabase;
import dev.baton.shards.ShardsSchema;
import dev.baton.sql.database.Database;
import dev.baton.sql.jdbc.SqlCatalog;
import dev.baton.sql.jdbc.SqlSubjects;
import dev.baton.submissions.store.SubmissionSchema;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.regex.Pattern;

/** Which statement a text is, by the name that it has in its file. */
public final class StatementNames {

    private static final SqlSubjects SUBMISSIONS = SqlSubjects.beside(
            SubmissionSchema.class, "accepting", "lanes", "attempts", "executors", "reading", "webhooks", "pruning");
    private static final Pattern LOCK = Pattern.compile(
            "\\b(FOR (NO KEY )?UPDATE|FOR (KEY )?SHARE|LOCK IN SHARE MODE|pg_advisory\\w*|GET_LOCK)\\b");
    private static final Pattern WRITE = Pattern.compile("\\b(INSERT|UPDATE|DELETE|MERGE)\\b");
    private static final int SHOWN = 40;

    private final Map<String, String> names = new HashMap<>();

    public StatementNames(Database.Ready database) {
        List<SqlCatalog> catalogs = List.of(
                database.sql(),
                database.sql().statementsOf(JobDatabase.SUBJECTS),
                database.sql().statementsOf(SUBMISSIONS),
                database.sql().statementsOf(SqlSubjects.beside(ShardsSchema.class, "shards")));
        for (SqlCatalog catalog : catalogs) {
            for (String name : catalog.names()) {
                names.put(catalog.get(name).jdbc(), name);
                if (catalog.takesLists(name)) {
                    SqlCatalog.LIST_SIZES.forEach(
                            size -> names.put(catalog.get(name, size).jdbc(), name));
                }
            }
        }
    }

    String of(String text) {
        String name = names.get(text);
        return name != null ? name : text.substring(0, Math.min(SHOWN, text.length()));
    }

    static Call.Kind kind(String text) {
        String written = LOCK.matcher(text).replaceAll("");
        if (WRITE.matcher(written).find()) {
            return Call.Kind.WRITE;
        }
        return written.equals(text) ? Call.Kind.READ : Call.Kind.LOCK;
    }
}
