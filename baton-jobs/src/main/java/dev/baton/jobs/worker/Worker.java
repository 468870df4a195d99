package dev.baton.jobs.worker;

import dev.baton.jobs.JobSettings;
import dev.baton.jobs.claim.Claims;
import dev.baton.jobs.event.Listeners;
import dev.baton.jobs.store.Base;
import dev.baton.jobs.store.Guard;
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
