package dev.baton.server.live;

import dev.baton.Campaign;
import dev.baton.server.store.ClusterReads;
import dev.baton.server.store.ClusterReads.Instance;
import dev.baton.sql.Baton;
import dev.baton.sql.Leadership;
import java.sql.SQLException;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.stream.Collectors;

/** Every role that this node knows of, and who leads it: also those that nobody ever led, or that need no election. */
public final class RoleLeaders {

    private final Baton baton;
    private final ClusterReads cluster;

    public RoleLeaders(Baton baton, ClusterReads cluster) {
        this.baton = baton;
        this.cluster = cluster;
    }

    /**
     * A role and who leads it, in the words of {@code /v1/leaders}.
     *
     * @param elected false where this node leads by its configuration, without an election: then there are no times
     */
    public record Item(
            String role,
            String nodeId,
            String holderId,
            long leaseEpoch,
            String strategy,
            String takeover,
            Instant acquiredAt,
            Instant renewedAt,
            Instant expiresAt,
            boolean released,
            boolean elected) {

        private static Item of(Leadership.Leader row) {
            return new Item(
                    row.role(),
                    row.nodeId(),
                    row.holderId(),
                    row.epoch(),
                    row.strategy(),
                    row.takeover(),
                    row.acquiredAt(),
                    row.renewedAt(),
                    row.expiresAt(),
                    row.released(),
                    true);
        }
    }

    /**
     * A role that nobody ever led.
     *
     * @param candidates the living nodes that stand for it
     */
    public record Unled(String role, List<String> candidates) {}

    /** Every role that is led or was led, by name. */
    public List<Item> leaders() throws SQLException {
        Set<String> unelected = unelected();
        List<Item> items = new ArrayList<>();
        baton.leadership().leaders().stream()
                .filter(row -> !unelected.contains(row.role())) // a row of the time before
                .forEach(row -> items.add(Item.of(row)));
        unelected.forEach(role -> items.add(
                new Item(role, baton.nodeId(), baton.holderId(), 0, "none", "none", null, null, null, false, false)));
        items.sort(Comparator.comparing(Item::role));
        return items;
    }

    public Optional<Item> leader(String role) throws SQLException {
        return leaders().stream().filter(item -> item.role().equals(role)).findFirst();
    }

    /** Roles for which somebody stands, this node at least, and that have never had a leader. */
    public List<Unled> neverLed() throws SQLException {
        TreeMap<String, Set<String>> candidates = new TreeMap<>();
        baton.campaigns().forEach(campaign -> candidates.put(campaign.role(), new TreeSet<>()));
        for (Instance instance : cluster.instances()) {
            if (instance.alive()) {
                instance.roles()
                        .forEach(role -> candidates
                                .computeIfAbsent(role, name -> new TreeSet<>())
                                .add(instance.nodeId()));
            }
        }
        leaders().forEach(led -> candidates.remove(led.role()));
        return candidates.entrySet().stream()
                .map(role -> new Unled(role.getKey(), List.copyOf(role.getValue())))
                .toList();
    }

    /** What this node leads without having been elected. */
    private Set<String> unelected() {
        return baton.elects()
                ? Set.of()
                : baton.campaigns().stream()
                        .filter(campaign -> campaign.gate().isLeader())
                        .map(Campaign::role)
                        .collect(Collectors.toSet());
    }
}
