package dev.baton.shards;

import dev.baton.Names;

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

    /** The role of a shard: the same in every layout, so that its epochs go on. */
    static String shard(String group, int shard) {
        return group + "." + shard;
    }
}
