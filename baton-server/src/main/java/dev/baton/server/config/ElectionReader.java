package dev.baton.server.config;

import dev.baton.Backoff;
import dev.baton.Names;
import dev.baton.Strategy;
import dev.baton.Takeover;
import dev.baton.server.config.ElectionConfig.Role;
import dev.baton.shards.Layout;
import dev.baton.sql.schema.TableNames;
import dev.baton.submissions.SubmissionManager;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.OptionalLong;

/** {@code [election]} */
final class ElectionReader {

    private static final List<String> STRATEGIES = List.of("lease", "session");
    private static final List<String> TAKEOVERS = List.of("exclusive", "immediate");

    private ElectionReader() {}

    /** @param tables clusters that have tables of their own have locks of their own, without being asked */
    static ElectionConfig read(ConfigSection section, TableNames tables) {
        Strategy.Lease lease = new Strategy.Lease(
                section.duration("lease_duration", Duration.ofSeconds(60)),
                section.duration("renew_interval", Duration.ofSeconds(20)),
                section.duration("acquire_interval", Duration.ofSeconds(30)));
        Strategy.Session session = new Strategy.Session(
                section.duration("heartbeat_interval", Duration.ofMillis(500)),
                section.duration("trust_window", Duration.ofSeconds(2)),
                section.duration("session_lease", Duration.ofSeconds(10)),
                section.duration("lock_timeout", Duration.ofSeconds(10)),
                Takeover.EXCLUSIVE);
        Backoff backoff = new Backoff(
                section.duration("backoff_min", Duration.ofMillis(200)),
                section.duration("backoff_max", Duration.ofMillis(800)),
                section.duration("error_backoff_max", Duration.ofSeconds(5)));
        Optional<String> strategy = section.choice("strategy", STRATEGIES);
        Optional<Takeover> takeover = section.choice("takeover", TAKEOVERS).map(ElectionReader::takeover);
        refuseImmediateLease("election", strategy, takeover);
        ElectionConfig election = new ElectionConfig(
                section.flag("enabled", true),
                section.choice("disabled_mode", "follower", List.of("follower", "always-leader"))
                        .equals("always-leader"),
                section.text("holder_id").map(Names::holder),
                section.text("namespace", namespace(tables)),
                leaseName(section),
                strategy,
                takeover,
                lease,
                session,
                section.flag("shared_sessions", false),
                backoff,
                section.duration("drain_timeout", Duration.ofSeconds(10)),
                section.text("listen_channel", "baton_leader_change"),
                section.duration("epoch_stale_threshold", Duration.ofSeconds(30)),
                roles(section, strategy));
        election.roles().keySet().stream()
                .filter(role -> election.shards(role).isPresent())
                .forEach(role -> refuseToDivideOwn(role, election));
        section.done();
        return election;
    }

    private static void refuseToDivideOwn(String role, ElectionConfig election) {
        if (election.isServers(role)) {
            throw new ConfigException("election.roles." + role
                    + ".shards divides roles of 'baton run', and this one is the server's own: "
                    + (role.equals(election.leaseName())
                            ? "set submissions.shards instead"
                            : "leave it out, one node is enough for it"));
        }
    }

    private static String namespace(TableNames tables) {
        return tables.equals(TableNames.DEFAULT) ? "baton" : "baton:" + tables.schema() + ":" + tables.prefix();
    }

    private static String leaseName(ConfigSection section) {
        String name = Names.role(section.text("lease_name", SubmissionManager.ROLE));
        if (ElectionConfig.INTERNAL.contains(name)) {
            throw ConfigException.bad(
                    section.key("lease_name"), name, "that role has another duty: take a name that is not used");
        }
        return name;
    }

    private static Map<String, Role> roles(ConfigSection section, Optional<String> usual) {
        Map<String, Role> roles = new LinkedHashMap<>();
        section.children("roles").forEach((name, role) -> {
            Optional<String> strategy = role.choice("strategy", STRATEGIES);
            Optional<Takeover> takeover = role.choice("takeover", TAKEOVERS).map(ElectionReader::takeover);
            refuseImmediateLease(role.key("takeover"), strategy.or(() -> usual), takeover);
            Optional<Long> key = role.text("lock_key").map(text -> lockKey(role.key("lock_key"), text));
            Optional<Integer> shards = role.optionalNumber("shards", 1, Layout.MOST_SHARDS);
            role.done();
            roles.put(
                    Names.role(name),
                    new Role(
                            strategy,
                            takeover,
                            key.map(OptionalLong::of).orElse(OptionalLong.empty()),
                            shards.map(OptionalInt::of).orElse(OptionalInt.empty())));
        });
        return Map.copyOf(roles);
    }

    private static void refuseImmediateLease(String where, Optional<String> strategy, Optional<Takeover> takeover) {
        boolean lease = strategy.filter("lease"::equals).isPresent();
        if (lease && takeover.filter(Takeover.IMMEDIATE::equals).isPresent()) {
            throw new ConfigException(
                    where + " asks for takeover 'immediate' with strategy 'lease': a lease can only be"
                            + " taken over when it has expired; use 'exclusive' or strategy 'session'");
        }
    }

    private static Takeover takeover(String label) {
        return label.equals("immediate") ? Takeover.IMMEDIATE : Takeover.EXCLUSIVE;
    }

    private static long lockKey(String key, String text) {
        try {
            return Long.decode(text);
        } catch (NumberFormatException e) {
            throw ConfigException.bad(key, text, "it must be a whole number of 64 bits, in quotes");
        }
    }
}
