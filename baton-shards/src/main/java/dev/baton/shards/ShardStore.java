package dev.baton.shards;

import dev.baton.LeaderToken;
import dev.baton.SetupRefusedException;
import dev.baton.shards.plan.Assignment;
import dev.baton.shards.plan.Member;
import dev.baton.shards.plan.Willingness;
import dev.baton.sql.Baton;
import dev.baton.sql.database.Database;
import dev.baton.sql.jdbc.Command;
import dev.baton.sql.jdbc.Connections;
import dev.baton.sql.jdbc.SqlCatalog;
import dev.baton.sql.jdbc.SqlSubjects;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.SortedMap;
import java.util.TreeMap;

/** The tables of one group. What the coordinator writes takes a connection that a fence has already been entered on. */
final class ShardStore {

    static final SqlSubjects SUBJECTS = SqlSubjects.beside(ShardsSchema.class, "shards");

    private static final Duration ANSWER = Duration.ofSeconds(5);
    private static final Duration FORGOTTEN = Duration.ofDays(1);
    private static final String ACTIVE = "active";
    private static final String CLOSING = "closing";

    private final Baton baton;
    private final String group;
    private volatile SqlCatalog sql;

    ShardStore(Baton baton, String group) {
        this.baton = baton;
        this.group = group;
    }

    private Command sql(String statement) throws SQLException {
        SqlCatalog known = sql;
        if (known == null) {
            known = statements(baton);
            sql = known;
        }
        return known.get(statement).set("group", group);
    }

    private static SqlCatalog statements(Baton baton) throws SQLException {
        Database.Ready ready = baton.database().ready();
        if (!ready.versions().containsKey(ShardsSchema.COMPONENT.name())) {
            throw new SetupRefusedException("the tables of shards are not there: build the Baton with"
                    + " .component(ShardsSchema.COMPONENT), or have a DBA run the printed schema");
        }
        return ready.sql().statementsOf(SUBJECTS);
    }

    /** Every group that there is, by name. */
    static List<ShardStore> all(Baton baton) throws SQLException {
        SqlCatalog sql = statements(baton);
        return Connections.useBorrowed(
                baton.database().application(),
                ANSWER,
                c -> sql.get("groups-list").plain().all(c, row -> new ShardStore(baton, row.getString("group_name"))));
    }

    String group() {
        return group;
    }

    <T> T use(Connections.Use<ShardStore, T> use) throws SQLException {
        return Connections.useBorrowed(baton.database().application(), ANSWER, c -> use.apply(this, c));
    }

    /**
     * The group's row, made by whoever comes first.
     *
     * @param before how this node last saw it; a row that was there and is gone begins again after that, never before
     */
    GroupState found(Connection c, int shards, Optional<GroupState> before) throws SQLException {
        Optional<GroupState> known = state(c);
        if (known.isPresent()) {
            return known.get();
        }
        try {
            GroupState first = first(c, shards, before);
            sql("group-insert")
                    .set("layout", first.layout().number())
                    .set("shards", first.layout().shards())
                    .set("wanted", first.wanted())
                    .set("state", first.closing() ? CLOSING : ACTIVE)
                    .set("version", first.version())
                    .update(c);
        } catch (SQLException e) { // another node may have been faster
            return state(c).orElseThrow(() -> e);
        }
        return state(c).orElseThrow();
    }

    /** Nodes may still work in the layout of a row that is gone: only who knows it can say which one has to end first. */
    private GroupState first(Connection c, int shards, Optional<GroupState> before) throws SQLException {
        SortedMap<Integer, Assignment> plan = plan(c);
        if (before.isPresent()) {
            return before.get().recovered(plan.isEmpty() ? 0 : plan.lastKey() + 1, roles(c));
        }
        if (!plan.isEmpty()) {
            throw new SQLException(
                    "the row of group '" + group + "' is gone from the table of groups, but its plan is there:"
                            + " a node that has seen the row writes it anew; if none runs, restore it, or delete the plan's rows too");
        }
        return GroupState.founded(shards, roles(c), baton.holderId());
    }

    /** The roles of shards that have ever had a leader. */
    private List<GroupState.Role> roles(Connection c) throws SQLException {
        List<GroupState.Role> all = statements(baton)
                .get("roles-list")
                .plain()
                .all(
                        c,
                        row -> new GroupState.Role(
                                GroupNames.shardOf(group, row.getString("lease_name"))
                                        .orElse(-1),
                                row.getLong("lease_epoch"),
                                row.getString("holder_id")));
        return all.stream().filter(role -> role.shard() >= 0).toList();
    }

    Optional<GroupState> state(Connection c) throws SQLException {
        return sql("group-read").first(c, ShardStore::state);
    }

    /**
     * A number that cannot be, wanted by hand, is not wanted: all shards would end for it, and none could begin. One that the group
     * has by hand is read as the nearest that can be: it does not fit the plan, and that is mended.
     */
    private static GroupState state(ResultSet row) throws SQLException {
        Layout layout = new Layout(
                Math.max(1, row.getLong("layout")), Math.max(1, Math.min(row.getInt("shards"), Layout.MOST_SHARDS)));
        int wanted = row.getInt("wanted");
        return new GroupState(
                layout,
                Layout.canBe(wanted) ? wanted : layout.shards(),
                row.getString("state").equals(CLOSING),
                row.getLong("version"));
    }

    GroupView view(Connection c) throws SQLException {
        return view(c, state(c).orElseThrow(() -> new SQLException("the row of group '" + group + "' is gone")));
    }

    /** @param state the group's row, as it was read just before */
    GroupView view(Connection c, GroupState state) throws SQLException {
        SortedMap<Integer, Assignment> plan = plan(c);
        return GroupView.of(plan.isEmpty() ? state.withoutPlan(roles(c)) : state, plan, members(c));
    }

    /** What the coordinator has to know. */
    GroupView viewWithMoves(Connection c) throws SQLException {
        return view(c).asking(moves(c));
    }

    private List<WantedMove> moves(Connection c) throws SQLException {
        return sql("moves-list")
                .all(
                        c,
                        row -> new WantedMove(
                                row.getInt("shard"),
                                row.getLong("layout"),
                                row.getString("to_node"),
                                Duration.ofMillis(row.getLong("asked_ms"))));
    }

    /** The coordinator has seen this; what was asked for since stays. */
    void forget(Connection c, List<WantedMove> moves) throws SQLException {
        for (WantedMove move : moves) {
            sql("move-remove")
                    .set("shard", move.shard())
                    .set("node", move.node())
                    .update(c);
        }
    }

    /** Has a shard be another node's; what was asked for it before is not wanted any more. */
    void ask(Connection c, Layout layout, int shard, String node) throws SQLException {
        sql("moves-remove").set("shard", shard).update(c);
        sql("move-insert")
                .set("shard", shard)
                .set("layout", layout.number())
                .set("node", node)
                .update(c);
    }

    List<MemberRow> members(Connection c) throws SQLException {
        return sql("members-list")
                .all(
                        c,
                        row -> new MemberRow(
                                member(row),
                                row.getString("holder_id"),
                                row.getLong("version"),
                                row.getLong("seen_us"),
                                Duration.ofMillis(row.getLong("silent_ms"))));
    }

    /** A row that somebody wrote by hand must not stop the planning for everybody. */
    private static Member member(ResultSet row) throws SQLException {
        int weight = Math.max(1, Math.min(row.getInt("weight"), Member.HEAVIEST));
        return new Member(row.getString("node_id"), weight, Willingness.of(row.getString("state")));
    }

    /** What the rows say of each shard. */
    SortedMap<Integer, Assignment> plan(Connection c) throws SQLException {
        SortedMap<Integer, Assignment> plan = new TreeMap<>();
        sql("plan-list").all(c, row -> plan.put(row.getInt("shard"), assignment(row)));
        return plan;
    }

    private static Assignment assignment(ResultSet row) throws SQLException {
        Optional<String> home = name(row.getString("home_node"));
        Duration away = home.isPresent() ? Duration.ofMillis(Math.max(0, row.getLong("away_ms"))) : Duration.ZERO;
        return new Assignment(name(row.getString("owner_node")), name(row.getString("heir_node")), home, away);
    }

    private static Optional<String> name(String column) {
        return Optional.of(column).filter(text -> !text.isEmpty());
    }

    /** This node lives, and has acted on a version of the plan. */
    void beat(Connection c, Member self, long version) throws SQLException {
        if (member("member-beat", self, version).update(c) == 0) {
            member("member-insert", self, version).update(c);
        }
    }

    private Command member(String statement, Member self, long version) throws SQLException {
        return sql(statement)
                .set("node", self.node())
                .set("holder", baton.holderId())
                .set("weight", self.weight())
                .set("state", self.willingness().label())
                .set("version", version);
    }

    void leave(Connection c, String node) throws SQLException {
        sql("member-remove").set("node", node).set("holder", baton.holderId()).update(c);
        sql("work-remove").set("node", node).set("holder", baton.holderId()).update(c);
    }

    /** What this process has done lately, for whoever looks. */
    void saveWork(Connection c, String node, WorkReport done) throws SQLException {
        if (work("work-update", node, done).update(c) == 0) {
            work("work-insert", node, done).update(c);
        }
    }

    private Command work(String statement, String node, WorkReport done) throws SQLException {
        return sql(statement)
                .set("node", node)
                .set("holder", baton.holderId())
                .set("layout", done.layout())
                .set("span", done.spanMillis())
                .set("pieces", done.line());
    }

    /** What nodes have done for the shards of a layout; without what is older than they live. */
    List<WorkReport> work(Connection c, Layout layout) throws SQLException {
        List<Optional<WorkReport>> rows = sql("work-list")
                .set("layout", layout.number())
                .set("age_ms", ShardGroups.LIVES.toMillis())
                .all(c, row -> WorkReport.read(layout.number(), row.getLong("span_ms"), row.getString("pieces")));
        return rows.stream().flatMap(Optional::stream).toList();
    }

    /** @return whether there is such a group */
    boolean want(Connection c, int shards) throws SQLException {
        return sql("group-want").set("wanted", shards).update(c) > 0;
    }

    /** @return whether the group has such a node */
    boolean drain(Connection c, String node) throws SQLException {
        undrain(c, node);
        return sql("drain-insert").set("node", node).update(c) > 0;
    }

    /** @return whether it was asked to drain */
    boolean undrain(Connection c, String node) throws SQLException {
        return sql("drain-remove").set("node", node).update(c) > 0;
    }

    void save(Connection c, LeaderToken token, GroupState state) throws SQLException {
        sql("group-update")
                .set("layout", state.layout().number())
                .set("shards", state.layout().shards())
                .set("state", state.closing() ? CLOSING : ACTIVE)
                .set("version", state.version())
                .set("epoch", token.epoch())
                .set("holder", token.holderId())
                .update(c);
    }

    /** Writes what differs; all of it if rows are missing. */
    void savePlan(Connection c, LeaderToken token, GroupView before, List<Assignment> after) throws SQLException {
        if (!before.isPlanned()) {
            replacePlan(c, token, after);
            return;
        }
        List<Command> changed = new ArrayList<>();
        for (int shard = 0; shard < after.size(); shard++) {
            if (!after.get(shard).saysTheSameAs(before.plan().get(shard))) {
                changed.add(assignment("plan-update", token, shard, after.get(shard)));
            }
        }
        Command.updateAll(c, changed);
        sql("members-prune").set("gone_ms", FORGOTTEN.toMillis()).update(c);
        sql("drains-prune").update(c);
        sql("work-prune").set("age_ms", FORGOTTEN.toMillis()).update(c);
    }

    void replacePlan(Connection c, LeaderToken token, List<Assignment> plan) throws SQLException {
        sql("plan-clear").update(c);
        List<Command> all = new ArrayList<>();
        for (int shard = 0; shard < plan.size(); shard++) {
            all.add(assignment("plan-insert", token, shard, plan.get(shard)));
        }
        Command.updateAll(c, all);
    }

    private Command assignment(String statement, LeaderToken token, int shard, Assignment next) throws SQLException {
        return sql(statement)
                .set("shard", shard)
                .set("owner", next.owner().orElse(""))
                .set("heir", next.heir().orElse(""))
                .set("home", next.home().orElse(""))
                .set("away_ms", next.away().toMillis())
                .set("epoch", token.epoch());
    }
}
