package dev.baton.chaos.cluster;

/** A MariaDB or MySQL in a folder of its own, of which another server can be made. */
interface CopiedServer extends Server {

    int port();

    /** For the superuser, by this port. */
    String url(int port);

    /** Ends it at once, and starts another server, under another name, from a copy of its data. */
    CopiedServer succeed();

    /** Ends it, and removes what is left of it. */
    void remove();
}
