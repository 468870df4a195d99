package dev.baton.server.node;

import dev.baton.server.config.ConfigException;
import dev.baton.shards.ShardGroup;
import dev.baton.shards.ShardGroups;
import dev.baton.shards.ShardsSchema;
import dev.baton.sql.Baton;
import dev.baton.sql.Leadership;
import java.sql.SQLException;
import java.time.Duration;
import java.time.Instant;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.function.BooleanSupplier;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * A role is led whole or in parts: programs of both kinds would do the same work beside each other. And the roles of its parts are
 * nobody else's: whoever stands for one of them under that name would lead it in every layout, and keep the next from beginning. Looked at
 * when a program starts, as far as the database can be read then.
 */
final class WholeOrDivided {

    private static final Logger LOG = LoggerFactory.getLogger(WholeOrDivided.class);
    private static final Duration ANSWER = Duration.ofSeconds(5);

    private final Baton baton;
    private final String role;

    WholeOrDivided(Baton baton, String role) {
        this.baton = baton;
        this.role = role;
    }

    /** For a program that is to lead the role whole. */
    void refuseIfDivided() {
        refuse(() -> {
            Optional<String> whole = ShardGroup.groupOf(role);
            if (whole.isPresent() && group(whole.get()).isPresent()) {
                return Optional.of("role '" + role + "' is one of those of role '" + whole.get()
                        + "', which is divided into shards on this database: one that is led otherwise would hold up all of"
                        + " them; take another name, or 'run --role " + whole.get() + " --shards'");
            }
            return group(role).flatMap(this::isShared);
        });
    }

    private Optional<ShardGroup> group(String name) throws SQLException {
        Integer tables = baton.database().ready().versions().get(ShardsSchema.COMPONENT.name());
        return tables == null || tables < ShardsSchema.COMPONENT.version()
                ? Optional.empty()
                : new ShardGroups(baton).find(name);
    }

    /** Who ends has signed off already, and leads its parts until their work has ended. */
    private Optional<String> isShared(ShardGroup group) {
        Stream<String> living = group.nodes().stream()
                .filter(node -> node.silent().abs().compareTo(ShardGroups.LIVES) <= 0)
                .map(ShardGroup.Node::node);
        Stream<String> leading =
                group.shards().stream().flatMap(led -> led.leader().stream()).map(Leadership.Leader::nodeId);
        List<String> sharing =
                Stream.concat(living, leading).sorted().distinct().limit(3).toList();
        return sharing.isEmpty()
                ? Optional.empty()
                : Optional.of("role '" + role + "' is divided into "
                        + group.layout().shards() + " shards on this database, which "
                        + String.join(", ", sharing)
                        + " lead: both would do the same work; divide it here too, with --shards or election.roles."
                        + role
                        + ".shards, or stop those first (one that ends counts until its work has ended, one that was killed for "
                        + ShardGroups.LIVES.toSeconds() + " seconds more and until its leases have expired)");
    }

    /**
     * For a program that is to lead its share of the role's parts. A leader without a share may be one that ends, or has just come: what it
     * leads costs nobody anything but time, so it is looked at again.
     *
     * @param mayLookAgain waits a while, and says whether there is time for another look after it
     */
    void refuseIfWhole(BooleanSupplier mayLookAgain) {
        refuse(() -> {
            Optional<Obstacle> found = obstacle();
            found.flatMap(Obstacle::awaited).ifPresent(whom -> LOG.warn("waiting for {}", whom));
            while (found.flatMap(Obstacle::awaited).isPresent() && mayLookAgain.getAsBoolean()) {
                found = obstacle();
            }
            return found.map(Obstacle::sentence);
        });
    }

    /**
     * Somebody who leads what is not his to lead beside shards.
     *
     * @param awaited what may pass by itself; empty if it is not waited for
     */
    private record Obstacle(String sentence, Optional<String> awaited) {}

    /** Shares are read before roles, in the order in which one who ends gives them up. */
    private Optional<Obstacle> obstacle() throws SQLException {
        Set<String> sharing = group(role).stream()
                .flatMap(group -> group.nodes().stream())
                .map(ShardGroup.Node::node)
                .collect(Collectors.toSet());
        Instant now = baton.database().useConnection(ANSWER, (ready, c) -> ready.databaseTime(c));
        return baton.leadership().leaders().stream()
                .filter(row -> !row.released() && row.expiresAt().isAfter(now))
                .flatMap(row -> isInTheWay(row, sharing).stream())
                .min(Comparator.comparing(obstacle -> obstacle.awaited().isPresent()));
    }

    private Optional<Obstacle> isInTheWay(Leadership.Leader row, Set<String> sharing) {
        if (row.role().equals(role)) {
            return Optional.of(new Obstacle(
                    "role '" + role + "' is led whole by node '" + row.nodeId()
                            + "', without shards: both would do the same work; stop that one first (one that was killed counts"
                            + " until its lease has expired), or lead it whole here too, without --shards and election.roles."
                            + role + ".shards",
                    Optional.empty()));
        }
        boolean part = ShardGroup.groupOf(row.role()).filter(role::equals).isPresent();
        return part && !sharing.contains(row.nodeId())
                ? Optional.of(new Obstacle(
                        "role '" + row.role() + "' is led by node '" + row.nodeId() + "', which has no share of role '"
                                + role
                                + "': nobody would work on that part; have that one take another name first (one that was"
                                + " killed counts until its lease has expired)",
                        Optional.of("node '" + row.nodeId() + "', which leads role '" + row.role()
                                + "' and has no share of role '" + role + "', to end or to take one")))
                : Optional.empty();
    }

    private interface Look {
        Optional<String> refusal() throws SQLException;
    }

    private static void refuse(Look look) {
        try {
            look.refusal().ifPresent(why -> {
                throw new ConfigException(why);
            });
        } catch (SQLException e) { // away, or not for this account to read
            LOG.debug("whether the role is led whole or divided cannot be seen", e);
        }
    }
}
