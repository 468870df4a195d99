package dev.baton.shards;

import dev.baton.Names;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** What the roles of a group are called. */
final class GroupNames {

    private static final String COORDINATOR = ".coordinator";
    private static final Pattern PART = Pattern.compile("(.+)\\.(?:\\d{1,4}|coordinator)", Pattern.DOTALL);
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

    /** The group of which a role of this name would be a part. */
    static Optional<String> groupOf(String role) {
        Matcher part = PART.matcher(role);
        return part.matches() ? Optional.of(part.group(1)) : Optional.empty();
    }

    /** The role of a shard: the same in every layout, so that its epochs go on. */
    static String shard(String group, int shard) {
        return group + "." + shard;
    }
}
