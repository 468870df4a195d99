package dev.baton.spring.shards;

import dev.baton.shards.ShardWork;
import dev.baton.shards.Shards;
import dev.baton.shards.ShardsBuilder;
import dev.baton.spring.BatonSetupException;
import dev.baton.spring.ShardLeaders;
import dev.baton.spring.ShardsCustomizer;
import dev.baton.spring.election.CandidacyMapping;
import dev.baton.spring.election.LifecyclePhases;
import dev.baton.spring.election.RequestedRoles;
import dev.baton.spring.properties.BatonProperties;
import dev.baton.spring.properties.ElectionProperties.DisabledMode;
import dev.baton.spring.properties.RoleProperties;
import dev.baton.spring.properties.ShardGroupProperties;
import dev.baton.spring.shards.RequestedShards.Requested;
import dev.baton.sql.Baton;
import dev.baton.sql.Candidacy;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Supplier;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.beans.factory.SmartInitializingSingleton;
import org.springframework.context.SmartLifecycle;

/** Takes part in the groups of this application from the start of the context to its stop; work under way finishes first. */
final class ShardRunner implements ShardLeaders, GroupJoiner, SmartInitializingSingleton, SmartLifecycle {

    private static final Logger LOG = LoggerFactory.getLogger(ShardRunner.class);

    private final Baton baton;
    private final BatonProperties properties;
    private final RequestedShards requested;
    private final RequestedRoles roles;
    private final List<ShardsCustomizer> customizers;
    private final Map<String, Shards> started = new ConcurrentHashMap<>();
    private volatile boolean running;

    ShardRunner(
            Baton baton,
            BatonProperties properties,
            RequestedShards requested,
            RequestedRoles roles,
            List<ShardsCustomizer> customizers) {
        this.baton = baton;
        this.properties = properties;
        this.requested = requested;
        this.roles = roles;
        this.customizers = customizers;
    }

    /** All beans have been made: so the groups are known, and no election has begun. */
    @Override
    public void afterSingletonsInstantiated() {
        requested.refuseBeansThatAreNotThere();
        groups().forEach(group -> roles.divided(group, takesPart(group) ? shards(group, properties(group)) : 0));
    }

    private Set<String> groups() {
        Set<String> groups = new TreeSet<>(requested.byGroup().keySet());
        groups.addAll(properties.getShards().getGroups().keySet());
        return groups;
    }

    private ShardGroupProperties properties(String group) {
        return properties.getShards().getGroups().getOrDefault(group, new ShardGroupProperties());
    }

    private int shards(String group, ShardGroupProperties own) {
        if (own.getShards() != null) {
            return own.getShards();
        }
        int annotated = Optional.ofNullable(requested.byGroup().get(group))
                .map(Requested::shards)
                .orElse(0);
        if (annotated == 0) {
            throw new BatonSetupException(
                    "Group '" + group + "' does not say into how many shards it is divided.",
                    "Set shards in its @ShardLeader, or baton.shards.groups." + group + ".shards.");
        }
        return annotated;
    }

    private boolean takesPart(String group) {
        return properties.getElection().isEnabled()
                && !properties.getNode().isObserver()
                && !role(group).isObserver();
    }

    private RoleProperties role(String group) {
        return properties.getElection().getRoles().getOrDefault(group, new RoleProperties());
    }

    @Override
    public Shards shards(String group) {
        Shards found = started.get(group);
        if (found != null) {
            return found;
        }
        if (groups().contains(group)) {
            throw new IllegalStateException("this instance takes no part in group '" + group
                    + "': it only observes, has elections disabled, or its context has not started");
        }
        throw new IllegalArgumentException("this application has no group '" + group
                + "': put @ShardLeader on its work, or set baton.shards.groups." + group + ".shards");
    }

    Map<String, Shards> all() {
        return new TreeMap<>(started);
    }

    @Override
    public void start() {
        refuseToLeadUnelected();
        running = true;
        try {
            for (String group : groups()) {
                if (takesPart(group)) {
                    started.put(group, join(group));
                } else {
                    LOG.info("this instance takes no part in the shards of {}", group);
                }
            }
        } catch (RuntimeException e) {
            stop();
            throw e;
        }
    }

    private void refuseToLeadUnelected() {
        boolean always = properties.getElection().getDisabledMode() == DisabledMode.ALWAYS_LEADER;
        if (!properties.getElection().isEnabled() && always && !groups().isEmpty()) {
            throw new BatonSetupException(
                    "Shards are divided by elections, and baton.election.enabled=false has this instance lead without: groups "
                            + groups() + ".",
                    "Enable elections, set baton.election.disabled-mode=follower, or switch shards off with"
                            + " baton.shards.enabled=false.");
        }
    }

    private Shards join(String group) {
        ShardGroupProperties own = properties(group);
        refuseOneLockForAll(group);
        try {
            ShardsBuilder builder = Shards.of(baton, group, shards(group, own))
                    .candidacies(role -> CandidacyMapping.like(group, role, properties.getElection(), baton))
                    .weight(own.getWeight() == null ? properties.getShards().getWeight() : own.getWeight());
            Optional.ofNullable(requested.byGroup().get(group))
                    .map(Requested::work)
                    .ifPresent(builder::work);
            return start(group, builder);
        } catch (IllegalArgumentException e) {
            throw new BatonSetupException(
                    "Group '" + group + "' cannot work as it is set up: " + e.getMessage() + ".",
                    "Change what the sentence names, in its @ShardLeader or under baton.shards.");
        }
    }

    private Shards start(String group, ShardsBuilder builder) {
        Optional.ofNullable(properties.getShards().getGrace()).ifPresent(builder::grace);
        customizers.forEach(customizer -> customizer.customize(group, builder));
        return builder.start();
    }

    @Override
    public Shards join(String group, int shards, Supplier<Candidacy> whole, ShardWork work) {
        if (groups().contains(group)) {
            throw new BatonSetupException(
                    "Group '" + group + "' has a work already: a library of Baton divides it by itself.",
                    "Remove its @ShardLeader and what baton.shards.groups says of it.");
        }
        ShardsBuilder builder = Shards.of(baton, group, shards)
                .candidacies(part -> CandidacyMapping.like(whole.get(), part))
                .weight(properties.getShards().getWeight())
                .work(work);
        Shards joined = start(group, builder);
        started.put(group, joined);
        return joined;
    }

    private void refuseOneLockForAll(String group) {
        if (role(group).getLockKey() != null) {
            throw new BatonSetupException(
                    "baton.election.roles." + group
                            + ".lock-key names one lock, and each shard of that group has its own.",
                    "Remove it.");
        }
    }

    @Override
    public void stop() {
        running = false;
        started.values().parallelStream().forEach(Shards::close);
    }

    @Override
    public boolean isRunning() {
        return running;
    }

    @Override
    public int getPhase() {
        return LifecyclePhases.WORK;
    }
}
