package dev.baton.shards;

import dev.baton.shards.plan.Exchange;
import dev.baton.shards.plan.Member;
import dev.baton.sql.ActNote;
import dev.baton.sql.Baton;
import dev.baton.sql.Leadership;
import dev.baton.sql.dialect.Collisions;
import dev.baton.sql.jdbc.Connections;
import dev.baton.sql.jdbc.Transactions;
import java.sql.Connection;
import java.sql.SQLException;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Function;
import java.util.stream.Collectors;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * All groups of a database, for operators: by whichever program they are led. What is asked for here, the group's coordinator
 * does. The {@link Baton} must have been built with {@link ShardsSchema#COMPONENT}. Thread-safe.
 */
public final class ShardGroups {

    private static final Logger LOG = LoggerFactory.getLogger(ShardGroups.class);

    /** Nodes report themselves every second: who has been silent for so long is not counted on. */
    public static final Duration LIVES = Duration.ofSeconds(15);

    private static final Duration ANSWER = Duration.ofSeconds(5);

    private final Baton baton;
    private final ActNote note;

    public ShardGroups(Baton baton) {
        this(baton, connection -> {});
    }

    private ShardGroups(Baton baton, ActNote note) {
        this.baton = baton;
        this.note = note;
    }

    /** The same, with something on record about each act, in the act's own transaction. */
    public ShardGroups noting(ActNote what) {
        return new ShardGroups(baton, what);
    }

    /** Every group, by name; without those whose row somebody has made unreadable. */
    public List<ShardGroup> list() throws SQLException {
        List<ShardStore> groups = ShardStore.all(baton);
        if (groups.isEmpty()) {
            return List.of();
        }
        Leaders leaders = leaders();
        List<ShardGroup> found = new ArrayList<>();
        for (ShardStore group : groups) {
            try {
                look(group, leaders).ifPresent(found::add);
            } catch (IllegalArgumentException e) { // must not hide all others
                LOG.debug("group {} cannot be shown", group.group(), e);
            }
        }
        return found;
    }

    /** One group. */
    public Optional<ShardGroup> find(String group) throws SQLException {
        return look(new ShardStore(baton, group), leaders());
    }

    /** The rows of all roles, at a time of the database. */
    private record Leaders(Instant at, Map<String, Leadership.Leader> byRole) {

        ShardGroup.Led of(ShardPlace place) {
            Optional<Leadership.Leader> row = Optional.ofNullable(byRole.get(place.role()));
            Optional<Leadership.Leader> leader =
                    row.filter(known -> !known.released() && known.expiresAt().isAfter(at));
            Optional<Duration> without = row.filter(known -> leader.isEmpty())
                    .map(known -> Duration.between(known.expiresAt(), at))
                    .map(since -> since.isNegative() ? Duration.ZERO : since);
            return new ShardGroup.Led(place, leader, without);
        }
    }

    /** The time is asked for first: what is renewed meanwhile is led all the same. */
    private Leaders leaders() throws SQLException {
        Instant now = baton.database().useConnection(ANSWER, (ready, c) -> ready.databaseTime(c));
        return new Leaders(
                now,
                baton.leadership().leaders().stream()
                        .collect(Collectors.toMap(Leadership.Leader::role, Function.identity())));
    }

    private static Optional<ShardGroup> look(ShardStore store, Leaders leaders) throws SQLException {
        return store.use((s, c) -> {
            if (s.state(c).isEmpty()) {
                return Optional.empty();
            }
            GroupView view = s.viewWithMoves(c);
            List<WorkReport> reports = s.work(c, view.state().layout());
            return Optional.of(group(s.group(), view, leaders, reports));
        });
    }

    private static ShardGroup group(String name, GroupView view, Leaders leaders, List<WorkReport> reports) {
        List<ShardGroup.Led> shards =
                view.places(name).stream().map(leaders::of).toList();
        GroupState state = view.state();
        return new ShardGroup(
                name,
                state.layout(),
                state.wanted(),
                state.closing(),
                state.version(),
                view.members().values().stream()
                        .map(ShardGroups::node)
                        .sorted((a, b) -> a.node().compareTo(b.node()))
                        .toList(),
                shards,
                view.moves().stream()
                        .filter(move -> move.isStillWanted(state.layout()))
                        .map(move -> new ShardGroup.Move(move.shard(), move.node(), move.asked()))
                        .toList(),
                reports.isEmpty() ? Optional.empty() : Optional.of(ShardLoad.of(state.layout(), reports)));
    }

    private static ShardGroup.Node node(MemberRow row) {
        return new ShardGroup.Node(
                row.member().node(),
                row.holder(),
                row.member().weight(),
                ShardGroup.NodeState.of(row.member().willingness()),
                row.version(),
                row.silent());
    }

    /**
     * Has a node leave its shards to others and take none, until {@link #undrain} or until its next process comes.
     *
     * @return whether the group has such a node
     */
    public boolean drain(String group, String node) throws SQLException {
        return act(group, (s, c) -> s.drain(c, node));
    }

    /**
     * Has a drained node take its share again, unless it drains of its own will.
     *
     * @return whether it had been asked to drain
     */
    public boolean undrain(String group, String node) throws SQLException {
        return act(group, (s, c) -> s.undrain(c, node));
    }

    /**
     * Asks for another number of shards, as {@link Shards#resize} does.
     *
     * @return whether there is such a group
     */
    public boolean resize(String group, int shards) throws SQLException {
        Layout.checkShards(shards);
        return act(group, (s, c) -> s.want(c, shards));
    }

    /**
     * Has a shard be another node's, once: if need be for one of that node's own, so that shares stay as even as they are. It stays
     * there as any shard does, until a node comes or goes; who leads it hands it over when its work has ended.
     *
     * @return whether there is anything to do: false if it belongs to that node already
     * @throws ShardMoveRefusedException if it cannot be
     */
    public boolean move(String group, int shard, String node) throws SQLException {
        return act(group, (s, c) -> {
            if (s.state(c).isEmpty()) {
                throw new ShardMoveRefusedException("there is no group '" + group + "'");
            }
            GroupView view = s.view(c);
            requireMovable(group, view, shard, node);
            boolean needed = !view.plan().get(shard).owner().equals(Optional.of(node));
            if (needed) {
                s.ask(c, view.state().layout(), shard, node);
            }
            return needed;
        });
    }

    private static void requireMovable(String group, GroupView view, int shard, String node) {
        if (view.state().closing()) {
            throw new ShardMoveRefusedException("all shards of '" + group + "' are ending, because it shall have "
                    + view.state().wanted() + ": move what comes after them");
        }
        MemberRow taker = view.members().get(node);
        if (taker != null && taker.silent().compareTo(LIVES) > 0) {
            throw new ShardMoveRefusedException("node '" + node + "' has not been heard of for "
                    + taker.silent().toSeconds() + " s");
        }
        List<Member> living = view.members().values().stream()
                .filter(row -> row.silent().compareTo(LIVES) <= 0)
                .map(MemberRow::member)
                .toList();
        Exchange.refusal(view.plan(), living, shard, node).ifPresent(why -> {
            throw new ShardMoveRefusedException(
                    "shard " + shard + " of '" + group + "' cannot go to '" + node + "': " + why);
        });
    }

    /** What touched nothing is not put on record. */
    private boolean act(String group, Connections.Use<ShardStore, Boolean> act) throws SQLException {
        return new ShardStore(baton, group)
                .use((store, connection) -> Collisions.retry(
                        baton.database().ready().dialect(),
                        () -> Transactions.<Boolean, SQLException>inTransaction(connection, c -> done(store, c, act))));
    }

    private boolean done(ShardStore store, Connection c, Connections.Use<ShardStore, Boolean> act) throws SQLException {
        boolean done = act.apply(store, c);
        if (done) {
            note.write(c);
        }
        return done;
    }
}
