package dev.baton.chaos.shards;

/** What happens to those that share the shards. */
public enum ShardFault {
    KILL("kill -9, and back after a while"),
    PAUSE("stopped for less than a lease"),
    PAUSE_LONG("stopped for longer than a lease"),
    TERMINATE("SIGTERM, and back after a while"),
    JOIN_OR_LEAVE("one more process comes, or goes"),
    DRAIN("drained by an operator, and back"),
    RESIZE("another number of shards");

    private final String title;

    ShardFault(String title) {
        this.title = title;
    }

    public String title() {
        return title;
    }
}
