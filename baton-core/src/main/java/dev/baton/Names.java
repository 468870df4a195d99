package dev.baton;

import java.util.regex.Pattern;

/** What may be called what: refused at the door, because these names end up as keys in the database. */
public final class Names {

    /** The widest role name that the lease table holds. */
    public static final int MAX_ROLE = 64;

    /** The widest holder id that the lease table holds. */
    public static final int MAX_HOLDER = 128;

    /** The widest node id: leaves room for the process id and the random part of a holder id. */
    public static final int MAX_NODE = 96;

    private static final Pattern ROLE = Pattern.compile("[A-Za-z0-9][A-Za-z0-9._-]*");
    private static final Pattern HOLDER = Pattern.compile("[\\x21-\\x39\\x3B-\\x7E]+");

    private Names() {}

    /** The role, if it is a name that every supported database keeps byte for byte. */
    public static String role(String role) {
        return checked(
                "role", role, ROLE, MAX_ROLE, "letters, digits, '.', '_' and '-', beginning with a letter or digit");
    }

    /** The holder id, if it may be one. */
    public static String holder(String holderId) {
        return checked("holder id", holderId, HOLDER, MAX_HOLDER, "printable ASCII without spaces and ':'");
    }

    /** The node id, if it may be one. */
    public static String node(String nodeId) {
        return checked("node id", nodeId, HOLDER, MAX_NODE, "printable ASCII without spaces and ':'");
    }

    private static String checked(String what, String value, Pattern pattern, int max, String allowed) {
        if (value == null || value.isEmpty()) {
            throw new IllegalArgumentException(what + " is missing: give it a name of up to " + max + " characters");
        }
        if (value.length() > max) {
            throw new IllegalArgumentException(
                    what + " '" + value + "' has " + value.length() + " characters; the longest allowed has " + max);
        }
        if (!pattern.matcher(value).matches()) {
            throw new IllegalArgumentException(what + " '" + value + "' is not allowed: use " + allowed);
        }
        return value;
    }
}
