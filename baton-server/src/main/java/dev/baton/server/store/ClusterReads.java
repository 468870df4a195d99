package dev.baton.server.store;

import dev.baton.sql.Leadership;
import dev.baton.sql.jdbc.Command;
import dev.baton.sql.jdbc.SqlCatalog;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.Predicate;

/** The cluster at a glance. */
public final class ClusterReads {

    /** After this long without a sign of life an instance counts as gone; signs come every five seconds. */
    private static final Duration ALIVE = Duration.ofSeconds(15);

    private static final int MOST_PENDING = 100_000;

    /** As {@code recent-statuses} has it. */
    private static final int LOOKED_AT = 1_000;

    private final ServerSql sql;

    public ClusterReads(ServerSql sql) {
        this.sql = sql;
    }

    /**
     * One process of the cluster.
     *
     * @param heartbeatAgeMillis how long ago it last gave a sign of life, as the database sees it
     * @param roles those that it stands for
     */
    public record Instance(
            String nodeId,
            String holderId,
            String version,
            Instant startedAt,
            Instant seenAt,
            long heartbeatAgeMillis,
            boolean alive,
            List<String> roles) {

        /** The same with some of its roles. */
        public Instance onlyRoles(Predicate<String> which) {
            return new Instance(
                    nodeId,
                    holderId,
                    version,
                    startedAt,
                    seenAt,
                    heartbeatAgeMillis,
                    alive,
                    roles.stream().filter(which).toList());
        }
    }

    /** Every process that is there or was there lately. */
    public List<Instance> instances() throws SQLException {
        return sql.use((words, c) -> {
            Map<String, List<String>> roles = new TreeMap<>();
            words.get("candidates-list")
                    .plain()
                    .all(
                            c,
                            row -> roles.computeIfAbsent(row.getString("holder_id"), h -> new ArrayList<>())
                                    .add(row.getString("lease_name")));
            return words.get("nodes-list").plain().all(c, row -> instance(row, roles));
        });
    }

    private static Instance instance(ResultSet row, Map<String, List<String>> roles) throws SQLException {
        Instant seen = Command.instant(row, "seen_at");
        Duration age = Duration.between(seen, Command.instant(row, "database_time"));
        return new Instance(
                row.getString("node_id"),
                row.getString("holder_id"),
                row.getString("version"),
                Command.instant(row, "started_at"),
                seen,
                Math.max(0, age.toMillis()),
                age.compareTo(ALIVE) < 0,
                roles.getOrDefault(row.getString("holder_id"), List.of()));
    }

    public Instant databaseTime() throws SQLException {
        return sql.use((words, c) -> words.get("database-time")
                .plain()
                .first(c, row -> Command.instant(row, "database_time"))
                .orElseThrow());
    }

    /** Entries of all roles' histories after this one, oldest first. */
    public List<Leadership.Entry> eventsSince(long id, int atMost) throws SQLException {
        return sql.use((words, c) -> words.get("events-since")
                .set("after", id)
                .atMost(atMost)
                .all(
                        c,
                        row -> new Leadership.Entry(
                                row.getLong("id"),
                                row.getString("lease_name"),
                                row.getLong("lease_epoch"),
                                row.getString("holder_id"),
                                row.getString("node_id"),
                                row.getString("event"),
                                row.getString("reason"),
                                Command.instant(row, "at"))));
    }

    /** The newest entry of any role's history. */
    public long lastEvent() throws SQLException {
        return sql.use((words, c) ->
                words.get("events-last").plain().first(c, row -> row.getLong(1)).orElse(0L));
    }

    /**
     * Intents at a glance, at a cost that does not grow with the table.
     *
     * @param waiting pending and not under way; counted up to a bound
     * @param newest the newest thousand, by status
     * @param estimated all of them, by status, as the database's own statistics have it; empty where there are too few, or
     *     the database keeps no such statistics
     */
    public record Intents(long waiting, boolean more, Map<String, Long> newest, Map<String, Long> estimated) {}

    public Intents intents() throws SQLException {
        return sql.use((words, c) -> {
            long waiting = words.get("pending-count")
                    .set("at_most", MOST_PENDING + 1)
                    .first(c, row -> row.getLong(1))
                    .orElse(0L);
            Map<String, Long> newest = new LinkedHashMap<>();
            words.get("recent-statuses")
                    .plain()
                    .all(c, row -> newest.put(row.getString("status"), row.getLong("intents")));
            boolean all = newest.values().stream().mapToLong(Long::longValue).sum() < LOOKED_AT;
            return new Intents(
                    Math.min(waiting, MOST_PENDING),
                    waiting > MOST_PENDING,
                    newest,
                    all ? Map.of() : estimate(words, c, newest));
        });
    }

    /** A row per status where the database tells them apart; a total, split like the newest ones, where it does not. */
    private static Map<String, Long> estimate(SqlCatalog words, Connection connection, Map<String, Long> newest)
            throws SQLException {
        Map<String, Long> estimated = new LinkedHashMap<>();
        words.get("intents-estimate").plain().all(connection, row -> {
            String status = row.getString("status");
            double intents = row.getDouble("intents");
            if (status != null) {
                estimated.put(status, Math.round(intents));
            } else {
                newest.forEach((word, share) -> estimated.put(word, Math.round(intents * share / LOOKED_AT)));
            }
            return status;
        });
        return estimated;
    }
}
