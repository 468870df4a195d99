package dev.baton.simulation;

/** Names that are made often, made once. */
final class Names {

    private static final String[] ROLES = {"r0", "r1"};
    private static final String[] NODES = {"n0", "n1", "n2", "n3", "n4"};

    private Names() {}

    static String role(int index) {
        return ROLES[index];
    }

    static String node(int index) {
        return NODES[index];
    }

    static int nodeIndex(String nodeId) {
        return nodeId.charAt(1) - '0';
    }
}
