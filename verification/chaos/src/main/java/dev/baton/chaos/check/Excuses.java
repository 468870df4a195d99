package dev.baton.chaos.check;

import dev.baton.chaos.cluster.Cluster;
import dev.baton.chaos.cluster.PostgresWithStandby.Former;
import dev.baton.chaos.node.Engine;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.HashSet;
import java.util.List;
import java.util.Set;

/**
 * What a promoted server never had: commits of its predecessor after the last one that it had replayed. Nothing else is
 * excused. The predecessors are started once more, alone, and asked. Only the suite's own PostgreSQL ever loses commits.
 */
final class Excuses {

    private final Set<String> intents = new HashSet<>();
    private final Set<String> jobs = new HashSet<>();
    private final Set<String> appends = new HashSet<>();
    private final boolean any;

    private Excuses(boolean any) {
        this.any = any;
    }

    static Excuses of(Cluster cluster) throws SQLException {
        List<Former> formers =
                cluster.engine() == Engine.POSTGRESQL ? cluster.postgres().formers() : List.of();
        Excuses excuses = new Excuses(!formers.isEmpty());
        for (Former former : formers) {
            former.server().start();
            try (Connection connection = former.server().connect()) {
                excuses.read(connection, former.lastReplayed());
            } finally {
                former.server().stop("fast");
            }
        }
        return excuses;
    }

    private void read(Connection connection, String last) throws SQLException {
        String later = " WHERE pg_xact_commit_timestamp(xmin) > '" + last + "'";
        intents.addAll(
                Query.all(connection, "SELECT intent_id FROM submission_intents" + later, row -> row.getString(1)));
        jobs.addAll(Query.all(connection, "SELECT id FROM baton_jobs" + later, row -> row.getString(1)));
        jobs.addAll(Query.all(connection, "SELECT job_id FROM baton_job_runs" + later, row -> row.getString(1)));
        appends.addAll(Query.all(connection, "SELECT id FROM chaos_appends" + later, row -> row.getString(1)));
    }

    /** Whether there was a fail-over at all. */
    boolean any() {
        return any;
    }

    boolean intent(String id) {
        return intents.contains(id);
    }

    boolean job(String id) {
        return jobs.contains(id);
    }

    boolean append(String id) {
        return appends.contains(id);
    }

    int count() {
        return intents.size() + jobs.size() + appends.size();
    }
}
