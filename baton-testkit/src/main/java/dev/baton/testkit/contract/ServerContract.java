package dev.baton.testkit.contract;

/** What a database with session locks and a server of its own has to keep. */
public abstract class ServerContract extends DatabaseContract
        implements SessionContract, FaultContract, ExpelContract, ProcessContract {}
