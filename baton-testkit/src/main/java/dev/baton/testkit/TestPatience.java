package dev.baton.testkit;

import java.time.Duration;

/** How long a test waits for what must happen at all. */
public final class TestPatience {

    /** Generous on purpose: only a hang reaches it, however slow and busy the machine is. It says nothing of how fast. */
    public static final Duration LONGEST_WAIT = Duration.ofMinutes(3);

    private TestPatience() {}
}
