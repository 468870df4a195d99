package dev.baton.spring.election;

import org.springframework.context.SmartLifecycle;

/** When the parts of Baton start and stop among the other parts of an application. */
public final class LifecyclePhases {

    /** Elections, jobs and submissions: after schedulers have stopped handing out work, before web servers stop serving. */
    public static final int WORK = SmartLifecycle.DEFAULT_PHASE - 512;

    /** What must be looked at before any election begins. */
    public static final int BEFORE_WORK = WORK - 1;

    private LifecyclePhases() {}
}
