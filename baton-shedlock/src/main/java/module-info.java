/** ShedLock on Baton's leases. */
module dev.baton.shedlock {
    requires transitive dev.baton.sql;
    requires transitive net.javacrumbs.shedlock.core;

    exports dev.baton.shedlock;
}
