package dev.baton.shards;

import dev.baton.Names;
import java.util.Optional;
import java.util.OptionalInt;

/** What the roles of a group are called. */
final class GroupNames {

    private static final String COORDINATOR = ".coordinator";
    private static final int LONGEST = Names.MAX_ROLE - COORDINATOR.length();

    private GroupNames() {}

    /** The group's name, if its roles can have names. */
    static String check(String group) {
        Names.role(group);
        if (group.length() > LONGEST) {
            throw new IllegalArgumentException("group '" + group + "' has " + group.length()
                    + " characters; the longest allowed has " + LONGEST + ", because its roles are called after it");
        }
        return group;
    }

    /** The role whose leader plans. */
    static String coordinator(String group) {
        return group + COORDINATOR;
    }

    /** The shard whose role this is; empty if it is none of the group. */
    static OptionalInt shardOf(String group, String role) {
        String number = role.startsWith(group + ".") ? role.substring(group.length() + 1) : "";
        return number.matches("0|[1-9][0-9]{0,3}") && Layout.canBe(Integer.parseInt(number) + 1)
                ? OptionalInt.of(Integer.parseInt(number))
                : OptionalInt.empty();
    }

    /** The group of which a role of this name would be a part. */
    static Optional<String> groupOf(String role) {
        int dot = role.lastIndexOf('.');
        return Optional.of(role.substring(0, Math.max(0, dot)))
                .filter(group -> !group.isEmpty())
                .filter(group ->
                        role.equals(coordinator(group)) || shardOf(group, role).isPresent());
    }

    /** The role of a shard: the same in every layout, so that its epochs go on. */
    static String shard(String group, int shard) {
        return group + "." + shard;
    }
}
