package dev.baton.jobs;

import java.util.Set;

/** What the threads of one worker share. */
record Worker(
        Base base,
        JobSettings settings,
        Handlers handlers,
        Set<String> capabilities,
        Claims claims,
        Completer completer,
        Watch watch,
        Guard guard,
        Listeners listeners,
        Counters counters) {}
