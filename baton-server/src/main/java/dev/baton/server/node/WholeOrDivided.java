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
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;
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

    private Optional<String> isShared(ShardGroup group) {
        List<String> living = group.nodes().stream()
                .filter(node -> node.silent().abs().compareTo(ShardGroups.LIVES) <= 0)
                .map(ShardGroup.Node::node)
                .toList();
        return living.isEmpty()
                ? Optional.empty()
                : Optional.of("role '" + role + "' is divided into "
                        + group.layout().shards() + " shards on this database, which "
                        + living.stream().limit(3).collect(Collectors.joining(", "))
                        + " lead: both would do the same work; run it with --shards, or stop those first (one that was killed"
                        + " counts for " + ShardGroups.LIVES.toSeconds() + " seconds more)");
    }

    /** For a program that is to lead its share of the role's parts. */
    void refuseIfWhole() {
        refuse(() -> {
            Instant now = baton.database().useConnection(ANSWER, (ready, c) -> ready.databaseTime(c));
            List<Leadership.Leader> leading = baton.leadership().leaders().stream()
                    .filter(row -> !row.released() && row.expiresAt().isAfter(now))
                    .toList();
            Set<String> sharing = group(role).stream()
                    .flatMap(group -> group.nodes().stream())
                    .map(ShardGroup.Node::node)
                    .collect(Collectors.toSet());
            return leading.stream()
                    .flatMap(row -> isInTheWay(row, sharing).stream())
                    .findFirst();
        });
    }

    private Optional<String> isInTheWay(Leadership.Leader row, Set<String> sharing) {
        if (row.role().equals(role)) {
            return Optional.of("role '" + role + "' is led whole by node '" + row.nodeId()
                    + "', without shards: both would do the same work; stop that one first (one that was killed counts"
                    + " until its lease has expired), or leave out --shards");
        }
        boolean part = ShardGroup.groupOf(row.role()).filter(role::equals).isPresent();
        return part && !sharing.contains(row.nodeId())
                ? Optional.of(
                        "role '" + row.role() + "' is led by node '" + row.nodeId() + "', which has no share of role '"
                                + role
                                + "': nobody would work on that part; have that one take another name first (one that was"
                                + " killed counts until its lease has expired)")
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
