package dev.baton.shards;

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

/**
 * All groups of a database, for operators: by whichever program they are led. What is asked for here, the group's coordinator
 * does. The {@link Baton} must have been built with {@link ShardsSchema#COMPONENT}. Thread-safe.
 */
public final class ShardGroups {

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

    /** Every group, by name. */
    public List<ShardGroup> list() throws SQLException {
        List<ShardStore> groups = ShardStore.all(baton);
        if (groups.isEmpty()) {
            return List.of();
        }
        Map<String, Leadership.Leader> leaders = leaders();
        List<ShardGroup> found = new ArrayList<>();
        for (ShardStore group : groups) {
            look(group, leaders).ifPresent(found::add);
        }
        return found;
    }

    /** One group. */
    public Optional<ShardGroup> find(String group) throws SQLException {
        return look(new ShardStore(baton, group), leaders());
    }

    /** Those whose holder leads now. The time is asked for first: what is renewed meanwhile is led all the same. */
    private Map<String, Leadership.Leader> leaders() throws SQLException {
        Instant now = baton.database().useConnection(ANSWER, (ready, c) -> ready.databaseTime(c));
        return baton.leadership().leaders().stream()
                .filter(row -> !row.released() && row.expiresAt().isAfter(now))
                .collect(Collectors.toMap(Leadership.Leader::role, Function.identity()));
    }

    private static Optional<ShardGroup> look(ShardStore store, Map<String, Leadership.Leader> leaders)
            throws SQLException {
        Optional<GroupView> view =
                store.use((s, c) -> s.state(c).isPresent() ? Optional.of(s.view(c)) : Optional.empty());
        return view.map(found -> group(store.group(), found, leaders));
    }

    private static ShardGroup group(String name, GroupView view, Map<String, Leadership.Leader> leaders) {
        List<ShardGroup.Led> shards = new ArrayList<>();
        for (ShardPlace place : view.places(name)) {
            shards.add(new ShardGroup.Led(place, Optional.ofNullable(leaders.get(place.role()))));
        }
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
                List.copyOf(shards));
    }

    private static ShardGroup.Node node(MemberRow row) {
        return new ShardGroup.Node(
                row.member().node(),
                row.holder(),
                row.member().weight(),
                row.member().willingness().label(),
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
