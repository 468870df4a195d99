package dev.baton.submissions.store;

import dev.baton.LeaderToken;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * Who makes attempts, so that an executor for everything and shards never do so at once, whatever nodes are configured. The leader of the
 * executor's role says whether it makes all of them or leaves them to shards. A term of a shard is let in by that, and every
 * transaction in which it begins something finds that it still is. Writes run inside a fenced transaction that the caller has begun.
 */
public final class ExecutorTerms {

    private static final String ALL = "all";
    private static final String IN_SHARDS = "in shards";
    private static final String OWN = "own";

    private final SubmissionSql sql;

    public ExecutorTerms(SubmissionSql sql) {
        this.sql = sql;
    }

    /**
     * What a leader of the executor's role has said.
     *
     * @param inShards whether it leaves attempts to shards
     * @param isLast whether nobody has led the role since
     */
    public record Said(long epoch, boolean inShards, boolean isLast) {}

    /** What was said last; empty if the executor was never divided. */
    public Optional<Said> said(Connection connection, String executor) throws SQLException {
        return sql.get("executor-said").set("role", executor).first(connection, ExecutorTerms::said);
    }

    private static Said said(ResultSet row) throws SQLException {
        return new Said(
                row.getLong("lease_epoch"), row.getString("attempts").equals(IN_SHARDS), row.getInt("is_last") == 1);
    }

    /**
     * What all terms of a node have to know.
     *
     * @param pauses the gateways that nobody calls now
     */
    public record SaidAndPauses(Optional<Said> said, List<GatewayPause> pauses) {}

    /** Reads both with one statement. */
    public SaidAndPauses readSaidAndPauses(Connection connection, String executor) throws SQLException {
        List<Said> said = new ArrayList<>();
        List<GatewayPause> pauses = new ArrayList<>();
        sql.get("executor-look").set("role", executor).all(connection, row -> {
            said.add(said(row));
            if (row.getString("gateway") != null) {
                pauses.add(new GatewayPause(
                        row.getString("gateway"),
                        row.getString("holder_id"),
                        Duration.ofMillis(Math.max(0, row.getLong("left_ms")))));
            }
            return true;
        });
        return new SaidAndPauses(said.stream().findFirst(), List.copyOf(pauses));
    }

    /** Has no node call a gateway for a while, unless that is so already and for longer. */
    public void pause(Connection connection, String executor, GatewayPause pause) throws SQLException {
        int renewed = sql.get("pause-renew")
                .set("gateway", pause.gateway())
                .set("holder", pause.holderId())
                .set("left_ms", pause.left().toMillis())
                .update(connection);
        if (renewed == 0) {
            sql.get("pause-insert")
                    .set("role", executor)
                    .set("gateway", pause.gateway())
                    .set("holder", pause.holderId())
                    .set("left_ms", pause.left().toMillis())
                    .run(connection);
        }
    }

    /** Says it, once all terms of shards have been let in that are just being. */
    public void say(Connection connection, LeaderToken leader, boolean inShards) throws SQLException {
        write(connection, leader.role(), leader, inShards ? IN_SHARDS : ALL);
    }

    private void write(Connection connection, String executor, LeaderToken term, String attempts) throws SQLException {
        int written = sql.get("executor-write")
                .set("role", term.role())
                .set("executor", executor)
                .set("epoch", term.epoch())
                .set("holder", term.holderId())
                .set("attempts", attempts)
                .update(connection);
        if (written == 0) {
            sql.get("executor-insert")
                    .set("role", term.role())
                    .set("executor", executor)
                    .set("epoch", term.epoch())
                    .set("holder", term.holderId())
                    .set("attempts", attempts)
                    .run(connection);
        }
    }

    /**
     * Lets a term of a shard in.
     *
     * @return whether the leader of the role leaves attempts to shards
     */
    public boolean enter(Connection connection, String executor, LeaderToken shard) throws SQLException {
        Optional<Said> said = said(connection, executor).filter(one -> one.inShards() && one.isLast());
        if (said.isEmpty()) {
            return false;
        }
        int held = sql.get("executor-enter")
                .set("role", executor)
                .set("epoch", said.get().epoch())
                .update(connection);
        if (held > 0) {
            write(connection, executor, shard, OWN);
        }
        return held > 0;
    }

    /** Whether a term of a shard may begin something: it was let in, and not shut out since. */
    public boolean mayBegin(Connection connection, LeaderToken shard) throws SQLException {
        return sql.get("executor-act")
                        .set("role", shard.role())
                        .set("epoch", shard.epoch())
                        .set("holder", shard.holderId())
                        .update(connection)
                > 0;
    }

    /** The same for several terms at once; where a batch goes as whole columns. */
    public boolean mayBegin(Connection connection, List<LeaderToken> shards) throws SQLException {
        return sql.get("executors-act")
                        .set("role", shards.stream().map(LeaderToken::role).toArray(String[]::new))
                        .set("epoch", shards.stream().map(LeaderToken::epoch).toArray(Long[]::new))
                        .set(
                                "holder",
                                shards.stream().map(LeaderToken::holderId).toArray(String[]::new))
                        .update(connection)
                == shards.size();
    }

    /**
     * A term that was let in.
     *
     * @param isOver whether its lease is another's, or expired
     * @param trust for how long it has to look so before what it has under way may be called unknown: until then its gate may be
     *     open
     */
    public record Entered(LeaderToken term, boolean isOver, Duration trust) {}

    /** The terms of shards that were let in and not shut out. */
    public List<Entered> entered(Connection connection, String executor) throws SQLException {
        return sql.get("executors-entered")
                .set("role", executor)
                .all(
                        connection,
                        row -> new Entered(
                                new LeaderToken(
                                        row.getString("lease_name"),
                                        row.getString("holder_id"),
                                        row.getLong("lease_epoch")),
                                row.getInt("is_over") == 1,
                                Duration.ofMillis(Math.max(0, row.getLong("trust_ms")))));
    }

    /** A term that is over begins nothing any more, also if it does not know yet and has its lease renewed. */
    public void shutOut(Connection connection, LeaderToken shard) throws SQLException {
        sql.get("executor-shut-out")
                .set("role", shard.role())
                .set("epoch", shard.epoch())
                .set("holder", shard.holderId())
                .run(connection);
    }
}
